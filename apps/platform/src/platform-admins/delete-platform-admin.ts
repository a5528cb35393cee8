import { endAccount } from '../auth/queries.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { notFound, Problem } from '../problems.ts';
import { lockPlatformAdmins } from './queries.ts';

/** Ends the account of an administrator of the platform. Throws NOT_FOUND or LAST_PLATFORM_ADMIN. */
export async function deletePlatformAdmin(tx: Tx, userUuid: string): Promise<void> {
  const administrators = await lockPlatformAdmins(tx);
  if (!administrators.includes(userUuid)) throw notFound('administrator of the platform');
  if (administrators.length === 1) throw new Problem('LAST_PLATFORM_ADMIN');
  await endAccount(tx, { tenantUuid: platformTenantUuid, userUuid });
  await recordEvent(tx, {
    eventType: 'platform_admin.deleted',
    tenantUuid: platformTenantUuid,
    entityType: 'PLATFORM_ADMIN',
    entityId: userUuid,
  });
}
