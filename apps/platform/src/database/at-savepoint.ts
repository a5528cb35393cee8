import type { Tx } from './transaction.ts';

/**
 * Does work that may fail in a transaction that goes on: what it did before it failed is undone, and its error is
 * thrown on. With `isTried` it is undone also when it succeeds.
 */
export async function atSavepoint<T>(
  tx: Tx,
  work: () => Promise<T>,
  { isTried = false } = {},
): Promise<T> {
  await tx`savepoint before_work`;
  let isKept = false;
  try {
    const done = await work();
    isKept = !isTried;
    return done;
  } finally {
    if (!isKept) await tx`rollback to savepoint before_work`;
    await tx`release savepoint before_work`;
  }
}
