import type { Book, Taker } from '../book.ts';
import type { Tx } from '../database/transaction.ts';

/** A staff member from or to whom a book goes. */
export type BookOwner = Taker & { mayTake: boolean };

/** Returns the stated staff of the tenant, deleted ones too, who stay as they are until the end. */
export function lockOwners(tx: Tx, staffUuids: readonly string[]) {
  return tx<BookOwner[]>`
    select staff_uuid, first_name || ' ' || paternal_last_name as name, email, partner_uuid,
           is_active and deleted_at is null as may_take
      from staff_members where staff_uuid = any(${[...staffUuids]})
     order by staff_uuid for share`;
}

/** Limits a list to some records, or not, and locks what it finds unless it is a dry run. */
type Part = { only?: readonly string[] | undefined; dryRun: boolean };

/** Returns the records of a kind that somebody answers for. */
export async function listOwn(
  tx: Tx,
  { table, column, isOf }: Book,
  staffUuid: string,
  { only, dryRun }: Part,
): Promise<string[]> {
  const among = only ? tx`${tx(column)} = any(${[...only]})` : tx`true`;
  const rows = await tx<{ uuid: string }[]>`
    select ${tx(column)} as uuid from ${tx(table)} where ${isOf(tx, staffUuid)} and ${among}
     order by ${tx(column)} ${dryRun ? tx`` : tx`for no key update`}`;
  return rows.map(({ uuid }) => uuid);
}
