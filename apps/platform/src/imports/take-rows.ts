import type { Tx } from '../database/transaction.ts';
import { findListsOf } from './import-lists.ts';
import type { Importable, Taking } from './importable.ts';
import { isUuid, readRow } from './read-row.ts';
import { type TakenRow, takeRow } from './take-row.ts';

/** Takes rows one by one, each for itself, and returns what became of each. */
export async function takeRows(
  tx: Tx,
  what: Importable,
  rows: readonly (readonly string[])[],
  taking: Omit<Taking, 'existing'>,
): Promise<TakenRow[]> {
  const { columns } = taking;
  const lists = await findListsOf(tx, what, columns);
  const stated = rows.map((cells) => readRow(what, columns, cells, lists));
  const read = (await what.findNamed?.(tx, stated)) ?? stated;
  const named = read.flatMap(({ recordUuid }) => recordUuid ?? []).filter(isUuid);
  const found = named.length > 0 ? await what.findExisting?.(tx, named) : undefined;
  const existing = new Map(found?.map(({ named: uuid, ...each }) => [uuid, each]));
  const taken: TakenRow[] = [];
  for (const row of read) taken.push(await takeRow(tx, what, row, { ...taking, existing }));
  return taken;
}
