import { openDb } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { hasPlatformTables } from './has-platform-tables.ts';

export type Noted = { takenAt: Date; coversUntil: Date };

/** Notes how new the newest backup is, for `/metrics` and the alert. A database without the platform's tables has no place for it. */
export async function noteBackupOnMachine(url: string, noted: Noted): Promise<void> {
  if (!(await hasPlatformTables(url))) return;
  const db = openDb({ url, max: 1 });
  const [takenAt, coversUntil] = [noted.takenAt.toISOString(), noted.coversUntil.toISOString()];
  try {
    await db.asPlatform(
      (tx) => tx`
        insert into backups (tenant_uuid, taken_at, covers_until)
        values (${platformTenantUuid}, ${takenAt}, ${coversUntil})
        on conflict (tenant_uuid) do update
          set taken_at = excluded.taken_at, covers_until = excluded.covers_until`,
    );
  } finally {
    await db.close();
  }
}
