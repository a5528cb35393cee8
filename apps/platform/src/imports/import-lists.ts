import type { Tx } from '../database/transaction.ts';
import { findList } from '../platform-configs/queries.ts';
import type { Columns, Importable } from './importable.ts';
import type { Lists } from './read-row.ts';

/** Reads the firm's own lists that a file's columns and defaults take values from. */
export async function findListsOf(
  tx: Tx,
  what: Importable,
  { fields, defaults }: Columns,
): Promise<Lists> {
  const held = [...fields, ...Object.keys(defaults)];
  const names = new Set(held.flatMap((name) => what.fields.get(name ?? '')?.list ?? []));
  const lists = [...names].map(async (name) => [name, await findList(tx, name)] as const);
  return new Map(await Promise.all(lists));
}
