import { openDb } from '../../database/db.ts';
import { resetSecurity } from './reset-security.ts';

/** Does the same for who has the machine, over a connection of its own to the database at `url`. */
export async function resetSecurityOnMachine(url: string, tenant: string): Promise<string[]> {
  const db = openDb({ url, max: 1 });
  try {
    return await resetSecurity(db, tenant);
  } finally {
    await db.close();
  }
}
