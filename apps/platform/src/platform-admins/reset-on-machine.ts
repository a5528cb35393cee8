import { openDb } from '../database/db.ts';
import { resetPlatformAdmin } from './reset-platform-admin.ts';

/** Does the same for who has the machine, over a connection of its own to the database at `url`. */
export async function resetOnMachine(url: string, email: string): Promise<string> {
  const db = openDb({ url, max: 1 });
  try {
    return await resetPlatformAdmin(db, email);
  } finally {
    await db.close();
  }
}
