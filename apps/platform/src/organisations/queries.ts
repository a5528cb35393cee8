import type { Fragment } from '@atrium/kit/sql.ts';
import { plainIdentity } from '@atrium/kit/texts/plain-forms.ts';
import { differs } from '../database/differs.ts';
import { isFound, toAsked } from '../database/text-search.ts';
import type { Tx } from '../database/transaction.ts';
import type { ListFields } from '../lists/fields.ts';
import { type FilterValuesRequest, fetchFilterValues } from '../lists/filter-values.ts';
import type { ListQuery } from '../lists/page.ts';
import type { OrganisationChanges, OrganisationRow } from './schemas.ts';

/** The fields that organisations are filtered and sorted by. */
export const organisationFields: ListFields = {
  organisationUuid: { column: 'o.organisation_uuid', type: 'uuid' },
  name: { column: 'o.name', type: 'text' },
  legalName: { column: 'o.legal_name', type: 'text' },
  taxId: {
    column: 'o.tax_id',
    type: 'text',
    plain: { of: plainIdentity, sql: 'plain_identity' },
  },
  country: { column: 'o.country', type: 'enum' },
  isActive: { column: 'o.is_active', type: 'boolean' },
  createdAt: { column: 'o.created_at', type: 'time' },
  updatedAt: { column: 'o.updated_at', type: 'time' },
};

const columns = (tx: Tx) => tx`
  o.organisation_uuid, o.tenant_uuid, o.name, o.legal_name, o.tax_id, o.country, o.is_active, o.version,
  record_time(o.created_at) as created_at, record_time(o.updated_at) as updated_at`;

/**
 * Returns the list of organisations that meet a condition on `organisations o`, by name, live ones
 * unless it is asked for deleted ones too; a search finds words of names and tax numbers.
 */
export function organisationsList(
  tx: Tx,
  met: Fragment,
  {
    searchTerm = '',
    includeDeleted = false,
  }: { searchTerm?: string | undefined; includeDeleted?: boolean | undefined },
): ListQuery {
  const where = toAsked(searchTerm).reduce(
    (all, each) => tx`${all} and ${isFound(tx, tx`o.search_text`, each)}`,
    includeDeleted ? met : tx`o.deleted_at is null and ${met}`,
  );
  return {
    select: columns(tx),
    from: tx`organisations o`,
    where,
    fields: organisationFields,
    key: 'o.organisation_uuid',
    defaultSort: ['name,asc'],
  };
}

/** Returns the values of a field over the live organisations. */
export function listOrganisationValues(tx: Tx, request: FilterValuesRequest) {
  const [from, where] = [tx`organisations o`, tx`o.deleted_at is null`];
  return fetchFilterValues(tx, { from, where, fields: organisationFields }, request);
}

export async function findOrganisation(tx: Tx, organisationUuid: string) {
  const [organisation] = await tx<OrganisationRow[]>`
    select ${columns(tx)} from organisations o
     where o.organisation_uuid = ${organisationUuid} and o.deleted_at is null`;
  return organisation;
}

/** Finds a live organisation and locks the row until the transaction ends. */
export async function lockOrganisation(tx: Tx, organisationUuid: string) {
  const [organisation] = await tx<OrganisationRow[]>`
    select ${columns(tx)} from organisations o
     where o.organisation_uuid = ${organisationUuid} and o.deleted_at is null for update`;
  return organisation;
}

export async function insertOrganisation(
  tx: Tx,
  organisationUuid: string,
  values: OrganisationChanges,
) {
  const [organisation] = await tx<[OrganisationRow]>`
    with o as (
      insert into organisations ${tx({ tenantUuid: tx.tenantUuid, organisationUuid, ...values })}
      returning *)
    select ${columns(tx)} from o`;
  return organisation;
}

/** Changes a live organisation; undefined when there is none, or all is as stated. */
export async function updateOrganisationRow(
  tx: Tx,
  organisationUuid: string,
  changes: OrganisationChanges,
) {
  const [organisation] = await tx<OrganisationRow[]>`
    with o as (
      update organisations set ${tx(changes)}
       where organisation_uuid = ${organisationUuid} and deleted_at is null
         and ${differs(tx, changes)}
      returning *)
    select ${columns(tx)} from o`;
  return organisation;
}

/** Locks an organisation, deleted or not; undefined when there is none. */
export async function lockAnyOrganisation(tx: Tx, organisationUuid: string) {
  const [found] = await tx<{ isDeleted: boolean }[]>`
    select deleted_at is not null as is_deleted from organisations
     where organisation_uuid = ${organisationUuid} for update`;
  return found;
}

export async function undeleteOrganisation(tx: Tx, organisationUuid: string): Promise<void> {
  await tx`update organisations set deleted_at = null where organisation_uuid = ${organisationUuid}`;
}

/** Marks a live organisation as deleted; false when there is none. */
export async function softDeleteOrganisation(tx: Tx, organisationUuid: string): Promise<boolean> {
  const { count } = await tx`
    update organisations set deleted_at = change_time()
     where organisation_uuid = ${organisationUuid} and deleted_at is null`;
  return count > 0;
}
