import type { Fragment } from '@atrium/kit/sql.ts';
import { differs } from '../database/differs.ts';
import type { Tx } from '../database/transaction.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import type { ListFields } from '../lists/fields.ts';
import type { PageRequest } from '../lists/page.ts';
import type { NewPartner, PartnerChanges, PartnerRow } from './schemas.ts';

const fields: ListFields = {
  partnerUuid: { column: 'partner_uuid', type: 'uuid' },
  name: { column: 'name', type: 'text' },
  isActive: { column: 'is_active', type: 'boolean' },
  createdAt: { column: 'created_at', type: 'time' },
  updatedAt: { column: 'updated_at', type: 'time' },
};

const columns = (tx: Tx) => tx`
  partner_uuid, tenant_uuid, name, is_active,
  record_time(created_at) as created_at, record_time(updated_at) as updated_at`;

export function listPartners(tx: Tx, request: PageRequest) {
  return fetchPage<PartnerRow>(
    tx,
    {
      select: columns(tx),
      from: tx`partners`,
      where: tx`deleted_at is null`,
      fields,
      key: 'partner_uuid',
      defaultSort: ['name,asc'],
    },
    request,
  );
}

export async function findPartner(tx: Tx, partnerUuid: string) {
  const [partner] = await tx<PartnerRow[]>`
    select ${columns(tx)} from partners where partner_uuid = ${partnerUuid} and deleted_at is null`;
  return partner;
}

/** Finds a partner and locks the row, so that no staff member joins until the transaction ends. */
export async function lockPartner(tx: Tx, partnerUuid: string) {
  const [partner] = await tx<PartnerRow[]>`
    select ${columns(tx)} from partners where partner_uuid = ${partnerUuid} and deleted_at is null for update`;
  return partner;
}

export async function insertPartner(
  tx: Tx,
  partnerUuid: string,
  { name, isActive = true }: NewPartner,
) {
  const [partner] = await tx<[PartnerRow]>`
    insert into partners ${tx({ tenantUuid: tx.tenantUuid, partnerUuid, name, isActive })}
    returning ${columns(tx)}`;
  return partner;
}

/** Changes a partner; undefined when all is as stated. */
export async function updatePartnerRow(tx: Tx, partnerUuid: string, changes: PartnerChanges) {
  const [partner] = await tx<PartnerRow[]>`
    update partners set ${tx(changes)}
     where partner_uuid = ${partnerUuid} and ${differs(tx, changes)}
    returning ${columns(tx)}`;
  return partner;
}

export async function softDeletePartner(tx: Tx, partnerUuid: string): Promise<void> {
  await tx`
    update partners set deleted_at = change_time(), is_active = false where partner_uuid = ${partnerUuid}`;
}

/** Returns the condition that a row belongs to somebody who works for the partner. */
export const staffOf = (tx: Tx, partnerUuid: string): Fragment => tx`
  (tenant_uuid, user_uuid) in (
    select a.tenant_uuid, a.user_uuid from accounts a
     where a.tenant_uuid = ${tx.tenantUuid} and a.partner_uuid = ${partnerUuid})`;

/** Returns whether anybody who was not deleted works for the partner. */
export async function hasLiveStaff(tx: Tx, partnerUuid: string): Promise<boolean> {
  const [member] = await tx`
    select 1 from staff_members where partner_uuid = ${partnerUuid} and deleted_at is null limit 1`;
  return member !== undefined;
}
