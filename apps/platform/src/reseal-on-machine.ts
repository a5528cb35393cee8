import { openDb } from './database/db.ts';
import { type Resealed, resealColumn, type SealingKeys } from './database/reseal.ts';
import { sealedColumns } from './sealed-columns.ts';

/**
 * Seals by the first key all that another one sealed, over a connection of its own to the database at
 * `url`, while Atrium runs or not. `tell` hears of each place that is done, and of rows that no key opens,
 * which is no progress.
 */
export async function resealOnMachine(
  url: string,
  keys: SealingKeys,
  tell: (line: string, isProgress: boolean) => void,
): Promise<Resealed> {
  const db = openDb({ url, max: 1 });
  const all = { resealed: 0, unreadable: 0 };
  try {
    for (const column of sealedColumns(keys)) {
      const place = `${column.table}.${column.column}`;
      const { resealed, unreadable } = await resealColumn(db, column, ({ uuid }) =>
        tell(`${place} of ${uuid}: no key opens it`, false),
      );
      if (resealed > 0) tell(`${place}: ${resealed}`, true);
      all.resealed += resealed;
      all.unreadable += unreadable;
    }
    return all;
  } finally {
    await db.close();
  }
}
