import { randomUUIDv7 } from 'node:crypto';
import { queueLinkMail } from '../auth/link-mails.ts';
import { insertAccount } from '../auth/queries.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { NewPlatformAdmin, PlatformAdminRow } from './schemas.ts';

/** Creates an administrator of the platform and mails the link that sets the password. Fails with EMAIL_TAKEN. */
export async function createPlatformAdmin(
  tx: Tx,
  { userEmail, name, lastName }: NewPlatformAdmin,
): Promise<PlatformAdminRow> {
  const tenantUuid = platformTenantUuid;
  const userUuid = randomUUIDv7();
  await insertAccount(tx, {
    tenantUuid,
    userUuid,
    email: userEmail,
    passwordHash: null,
    roles: ['SYSTEM_ADMIN'],
    partnerUuid: null,
    displayName: `${name} ${lastName}`,
    firstName: name,
    lastName,
    language: 'ENGLISH',
  });
  await queueLinkMail(tx, { tenantUuid, userUuid }, 'FIRST');
  await recordEvent(tx, {
    eventType: 'platform_admin.created',
    tenantUuid,
    entityType: 'PLATFORM_ADMIN',
    entityId: userUuid,
  });
  return { userUuid, userEmail, name, lastName };
}
