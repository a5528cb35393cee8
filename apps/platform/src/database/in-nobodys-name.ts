import type { Tx } from './transaction.ts';

/**
 * Does work of a transaction in nobody's name, as the platform itself does its own: what is personal of
 * others is there for it, so that it may answer identifiers and counts only. Afterwards the transaction
 * reads for whom it did.
 */
export async function inNobodysName<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const [{ reader }] = await tx<[{ reader: string }]>`
    select coalesce(current_setting('atrium.reader', true), '') as reader`;
  const readAs = (uuid: string) => tx`select set_config('atrium.reader', ${uuid}, true)`;
  await readAs('');
  const done = await work();
  await readAs(reader);
  return done;
}
