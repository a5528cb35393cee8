import type { Tx } from '../src/database/transaction.ts';

/** Tables whose every change is told by an event of their kind. */
const entities = {
  contacts: 'CONTACT',
  households: 'HOUSEHOLD',
  organisations: 'ORGANISATION',
  staff_members: 'STAFF',
  partners: 'PARTNER',
} as const;

/** Events of what decides who sees what may tell of changes in any of the tables. */
const visibility = ['TENANT', 'STAFF', 'PARTNER'];

export type RecordedTable = keyof typeof entities;

/**
 * Returns those of the given tables that have rows last written by a transaction, from the one given
 * on, which recorded no event of it; a platform transaction's query. `xmin` is the transaction that
 * wrote a row, unless a savepoint was set before.
 */
export async function unrecordedIn(
  tx: Tx,
  tables: readonly RecordedTable[],
  since: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const rows = await tx`
      select from ${tx(table)} written
       where written.xmin::text::numeric >= ${since}::numeric % 4294967296 and not exists (
        select from events e
         where e.tenant_uuid = written.tenant_uuid and e.entity_type = any(${[entities[table], ...visibility]})
           and e.recorded_in::text::numeric % 4294967296 = written.xmin::text::numeric)`;
    if (rows.length > 0) found.push(`${table}: ${rows.length}`);
  }
  return found;
}
