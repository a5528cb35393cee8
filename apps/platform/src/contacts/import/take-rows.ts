import type { Tx } from '../../database/transaction.ts';
import { findExisting } from '../queries.ts';
import { findListsOf } from './import-lists.ts';
import { isUuid, readRow } from './read-row.ts';
import { type TakenRow, type Taking, takeRow } from './take-row.ts';

/** Takes rows one by one, each for itself, and returns what became of each. */
export async function takeRows(
  tx: Tx,
  rows: readonly (readonly string[])[],
  taking: Omit<Taking, 'lists' | 'existing'>,
): Promise<TakenRow[]> {
  const lists = await findListsOf(tx, taking.columns);
  const read = rows.map((cells) => readRow(taking.columns, cells, lists));
  const named = read.flatMap(({ contactUuid }) => contactUuid ?? []).filter(isUuid);
  const found = named.length > 0 ? await findExisting(tx, named) : [];
  const existing = new Map(found.map(({ named: uuid, ...each }) => [uuid, each]));
  const taken: TakenRow[] = [];
  for (const row of read) taken.push(await takeRow(tx, row, { ...taking, lists, existing }));
  return taken;
}
