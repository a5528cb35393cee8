import { openDb } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';

/** Returns the seconds since the last change that the newest backup has; null when none is known. */
export async function findBackupAgeOnMachine(url: string): Promise<number | null> {
  const db = openDb({ url, max: 1 });
  try {
    const [row] = await db.asPlatform(listBackupAges);
    return row?.value ?? null;
  } finally {
    await db.close();
  }
}

/** Lists the age of the newest backup, if there is one. */
export const listBackupAges = (tx: Tx) =>
  tx<{ value: number }[]>`
    select greatest(0, extract(epoch from now() - covers_until))::float8 as value from backups`;
