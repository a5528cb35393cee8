import type { Tx } from '../database/transaction.ts';
import { defaultLists, type ListName } from './default-lists.ts';
import type { Entry } from './schemas.ts';

/** Returns a tenant's list in its order; until the tenant replaced it, the platform's own. */
export async function findList(tx: Tx, list: ListName): Promise<readonly Entry[]> {
  const [row] = await tx<
    { entries: Entry[] }[]
  >`select entries from value_lists where list = ${list}`;
  return row?.entries ?? defaultLists[list];
}

/** Replaces a tenant's list. Returns whether it was another. */
export async function upsertList(tx: Tx, list: ListName, entries: Entry[]): Promise<boolean> {
  const { count } = await tx`
    insert into value_lists (tenant_uuid, list, entries)
    values (${tx.tenantUuid}, ${list}, ${tx.json(entries)})
    on conflict (tenant_uuid, list) do update set entries = excluded.entries
     where value_lists.entries <> excluded.entries`;
  return count > 0;
}
