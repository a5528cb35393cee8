import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Columns, Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type { ViewList, ViewRow } from './schemas.ts';

const columns = (tx: Tx) => tx`
  v.view_uuid, v.name, v.list, v.filters, v.sort, v.columns, v.question, v.is_shared, v.owner_uuid,
  coalesce((select s.first_name || ' ' || s.paternal_last_name from staff_members s
             where s.tenant_uuid = v.tenant_uuid and s.staff_uuid = v.owner_uuid), v.owner_name) as owner_name,
  record_time(v.created_at) as created_at, record_time(v.updated_at) as updated_at`;

/**
 * Says which views `v` somebody sees: the own ones, and shared ones; partner staff only those that are
 * shared within their partner, since filters name clients.
 */
export function isSeen(tx: Tx, viewer: Caller): Fragment {
  const partnerUuid = boundPartner(viewer);
  const ofPartner = tx`exists (
    select from accounts a where a.tenant_uuid = v.tenant_uuid and a.user_uuid = v.owner_uuid
       and a.partner_uuid = ${partnerUuid ?? null})`;
  const shared = partnerUuid === undefined ? tx`v.is_shared` : tx`(v.is_shared and ${ofPartner})`;
  return tx`(v.owner_uuid = ${viewer.userUuid} or ${shared})`;
}

/** Returns the views that a person sees, of one list or all, by name. */
export function listViews(tx: Tx, viewer: Caller, list?: ViewList) {
  return tx<ViewRow[]>`
    select ${columns(tx)} from saved_views v
     where ${isSeen(tx, viewer)} ${list ? tx`and v.list = ${list}` : tx``}
     order by fold(v.name), v.view_uuid`;
}

export async function findView(tx: Tx, viewer: Caller, viewUuid: string) {
  const [view] = await tx<ViewRow[]>`
    select ${columns(tx)} from saved_views v
     where v.view_uuid = ${viewUuid} and ${isSeen(tx, viewer)}`;
  return view;
}

/** Finds a view and locks the row until the transaction ends. */
export async function lockView(tx: Tx, viewer: Caller, viewUuid: string) {
  const [view] = await tx<ViewRow[]>`
    select ${columns(tx)} from saved_views v
     where v.view_uuid = ${viewUuid} and ${isSeen(tx, viewer)} for update of v`;
  return view;
}

/** Counts a person's views; whoever adds one to them waits until the transaction ends. */
export async function countOwnViews(tx: Tx, userUuid: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`saved views ${tx.tenantUuid} ${userUuid}`}, 0))`;
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from saved_views where owner_uuid = ${userUuid}`;
  return row.count;
}

export async function insertView(tx: Tx, viewUuid: string, values: Columns): Promise<void> {
  await tx`insert into saved_views ${tx({ tenantUuid: tx.tenantUuid, viewUuid, ...values })}`;
}

/** Changes a view and returns it as it is then. */
export async function updateViewRow(tx: Tx, viewUuid: string, changes: Columns): Promise<ViewRow> {
  const [view] = await tx<[ViewRow]>`
    update saved_views v set ${tx(changes)} where v.view_uuid = ${viewUuid} returning ${columns(tx)}`;
  return view;
}

export async function removeView(tx: Tx, viewUuid: string): Promise<void> {
  await tx`delete from saved_views where view_uuid = ${viewUuid}`;
}
