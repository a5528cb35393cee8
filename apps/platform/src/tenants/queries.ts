import type { Fragment } from '@atrium/kit/sql.ts';
import { differs } from '../database/differs.ts';
import type { Tx } from '../database/transaction.ts';
import { fieldsWithDeletedAt, showDeletedAt } from '../http/deleted-records.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import type { ListFields } from '../lists/fields.ts';
import { type FilterValuesRequest, fetchFilterValues } from '../lists/filter-values.ts';
import type { PageRequest } from '../lists/page.ts';
import type { NewTenant, TenantChanges, TenantCounts, TenantRow } from './schemas.ts';

/** The fields that tenants are filtered and sorted by. */
export const tenantFields: ListFields = {
  tenantUuid: { column: 'tenant_uuid', type: 'uuid' },
  name: { column: 'name', type: 'text' },
  code: { column: 'code', type: 'text' },
  isActive: { column: 'is_active', type: 'boolean' },
  createdAt: { column: 'created_at', type: 'time' },
  updatedAt: { column: 'updated_at', type: 'time' },
};

const columns = (tx: Tx) => tx`
  tenant_uuid, name, code, is_active,
  record_time(created_at) as created_at, record_time(updated_at) as updated_at`;

/** Returns a page of tenants, of the deleted ones where that is asked for; a platform transaction's query. */
export function listTenants(
  tx: Tx,
  where: Fragment,
  { includeDeleted, ...request }: PageRequest & { includeDeleted?: boolean | undefined },
) {
  const list = {
    select: columns(tx),
    from: tx`tenants t`,
    where: tx`${isShown(tx, includeDeleted)} and ${where}`,
    fields: tenantFields,
    key: 'tenant_uuid',
    defaultSort: ['name,asc'],
  };
  return fetchPage<TenantRow>(tx, showDeletedAt(tx, list, 't', includeDeleted), request);
}

/** Returns the values of a field over all tenants of a list; a platform transaction's query. */
export function listTenantValues(
  tx: Tx,
  { includeDeleted, ...request }: FilterValuesRequest & { includeDeleted?: boolean | undefined },
) {
  const fields = fieldsWithDeletedAt(tenantFields, 't', includeDeleted);
  const list = { from: tx`tenants t`, where: isShown(tx, includeDeleted), fields };
  return fetchFilterValues(tx, list, request);
}

/** One that is being removed for good is not shown even among the deleted ones. */
const isShown = (tx: Tx, includeDeleted = false) =>
  includeDeleted
    ? tx`not exists (select from tenant_purges p where p.purged_tenant_uuid = t.tenant_uuid)`
    : tx`deleted_at is null`;

export async function findTenant(tx: Tx, tenantUuid: string) {
  const [tenant] = await tx<TenantRow[]>`
    select ${columns(tx)} from tenants where tenant_uuid = ${tenantUuid} and deleted_at is null`;
  return tenant;
}

/** Finds a live tenant and locks the row until the transaction ends. */
export async function lockTenant(tx: Tx, tenantUuid: string) {
  const [tenant] = await tx<TenantRow[]>`
    select ${columns(tx)} from tenants where tenant_uuid = ${tenantUuid} and deleted_at is null
       for no key update`;
  return tenant;
}

/** By exact name, else by its folded form; of several the oldest. */
export async function findTenantByName(tx: Tx, name: string) {
  const [tenant] = await tx<TenantRow[]>`
    select ${columns(tx)} from tenants
     where fold(name) = fold(${name}) and deleted_at is null
     order by name = ${name} desc, lower(name) = lower(${name}) desc, created_at, tenant_uuid limit 1`;
  return tenant;
}

export async function findTenantByCode(tx: Tx, code: string) {
  const [tenant] = await tx<TenantRow[]>`
    select ${columns(tx)} from tenants where lower(code) = lower(normalize(${code}, NFC)) and deleted_at is null`;
  return tenant;
}

export async function insertTenant(
  tx: Tx,
  tenantUuid: string,
  { name, code, isActive = true }: NewTenant,
) {
  const [tenant] = await tx<[TenantRow]>`
    insert into tenants ${tx({ tenantUuid, name, code, isActive })} returning ${columns(tx)}`;
  return tenant;
}

/** Changes a live tenant; undefined when there is none, or all is as stated. */
export async function updateTenantRow(tx: Tx, tenantUuid: string, changes: TenantChanges) {
  const [tenant] = await tx<TenantRow[]>`
    update tenants set ${tx(changes)}
     where tenant_uuid = ${tenantUuid} and deleted_at is null and ${differs(tx, changes)}
    returning ${columns(tx)}`;
  return tenant;
}

/** Counts the live contacts and households of the transaction's tenant. */
export async function countOfTenant(tx: Tx): Promise<TenantCounts> {
  const [counts] = await tx<[Omit<TenantCounts, 'tenantUuid'>]>`
    select (select count(*)::int from contacts where deleted_at is null) as contact_count,
           (select count(*)::int from households where deleted_at is null) as household_count`;
  return { tenantUuid: tx.tenantUuid, ...counts };
}
