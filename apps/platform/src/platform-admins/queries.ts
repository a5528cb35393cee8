import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import type { PlatformAdminRow } from './schemas.ts';

const most = 1_000;

const live = (tx: Tx) => tx`
  tenant_uuid = ${platformTenantUuid} and 'SYSTEM_ADMIN' = any(roles) and deleted_at is null`;

/** Returns the live administrators of the platform, by name. */
export function listPlatformAdmins(tx: Tx) {
  return tx<PlatformAdminRow[]>`
    select user_uuid, email as user_email, coalesce(first_name, display_name) as name,
           coalesce(last_name, '') as last_name
      from accounts where ${live(tx)}
     order by fold(display_name), user_uuid limit ${most}`;
}

/** Locks the live administrators of the platform and returns who they are. */
export async function lockPlatformAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx<{ userUuid: string }[]>`
    select user_uuid from accounts where ${live(tx)} order by user_uuid for update`;
  return rows.map(({ userUuid }) => userUuid);
}
