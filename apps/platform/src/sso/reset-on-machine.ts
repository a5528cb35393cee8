import { openDb } from '../database/db.ts';
import { resetSso } from './reset-sso.ts';

/** Does the same for who has the machine, over a connection of its own to the database at `url`. */
export async function resetSsoOnMachine(url: string, tenant: string): Promise<boolean> {
  const db = openDb({ url, max: 1 });
  try {
    return await resetSso(db, tenant);
  } finally {
    await db.close();
  }
}
