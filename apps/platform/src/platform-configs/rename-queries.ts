import { type Fragment, joined } from '@atrium/kit/sql.ts';
import type { Static } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import type { FilterCondition } from '../lists/filter.ts';
import type { ListName } from './default-lists.ts';
import { fieldsOfList, type Renames } from './list-fields.ts';

const lockKey = (tx: Tx) => tx`hashtextextended(${`value lists ${tx.tenantUuid}`}, 0)`;

/** Keeps the values of a tenant's lists from being renamed until the transaction ends. */
export async function holdLists(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(${lockKey(tx)})`;
}

/** Waits for those who give records a value of the tenant's lists, and keeps others waiting. */
export async function lockLists(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockKey(tx)})`;
}

/** Keeps a tenant's lists from being replaced by others until the transaction ends. */
export async function lockReplacing(tx: Tx): Promise<void> {
  const name = `replacing value lists ${tx.tenantUuid}`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

const columnsOf = (tx: Tx, list: ListName) =>
  Object.values(fieldsOfList[list]).map((column) => tx`${tx(column)}`);

/** Finds the contacts that have one of the values, but for those that were renamed, and locks them. */
export function lockContactsWith(
  tx: Tx,
  list: ListName,
  values: readonly string[],
  renamed: readonly string[],
) {
  const columns = columnsOf(tx, list);
  const has = columns.map((column) => tx`${column} = any(${[...values]})`);
  return tx<({ contactUuid: string } & Record<string, string | null>)[]>`
    select contact_uuid, ${joined(columns)} from contacts
     where (${has.reduce<Fragment>((some, next) => tx`${some} or ${next}`, tx`false`)})
       and contact_uuid <> all(${[...renamed]}::uuid[])
     order by contact_uuid for no key update`;
}

export async function renameOnContacts(
  tx: Tx,
  list: ListName,
  renames: Renames,
  contactUuids: readonly string[],
): Promise<void> {
  const names = tx`${tx.json(Object.fromEntries(renames))}::jsonb`;
  const set = columnsOf(tx, list).map(
    (column) => tx`${column} = coalesce(${names} ->> ${column}::text, ${column})`,
  );
  await tx`
    update contacts set ${joined(set)}
     where contact_uuid = any(${[...contactUuids]})`;
}

/** Returns the filters of the saved views of contacts, locked. */
export function listViewFilters(tx: Tx) {
  return tx<{ viewUuid: string; isShared: boolean; filters: Static<typeof FilterCondition>[] }[]>`
    select view_uuid, is_shared, filters from saved_views
     where list = 'CONTACTS' and filters <> '[]' order by view_uuid for update`;
}

export async function saveViewFilters(tx: Tx, viewUuid: string, filters: object[]): Promise<void> {
  await tx`update saved_views set filters = ${tx.json(filters)} where view_uuid = ${viewUuid}`;
}
