import type { Db } from '../database/db.ts';
import { recordEvent } from '../events.ts';
import type { CredentialsMail } from '../mail/credentials-mail.ts';
import { findAccountByEmail } from './queries.ts';

/** Asks for a link to set a new password. What the caller sees does not depend on whether the account exists. */
export async function requestPasswordReset(
  db: Db,
  mail: CredentialsMail,
  email: string,
): Promise<void> {
  await db.asPlatform(async (tx) => {
    const account = await findAccountByEmail(tx, email.trim());
    if (!account?.isActive || !account.tenantIsActive) return;
    const { tenantUuid, userUuid } = account;
    await mail.enqueue(tx, { tenantUuid, userUuid, kind: 'reset' });
    if (account.roles.includes('CLIENT')) return;
    await recordEvent(tx, {
      eventType: 'staff.password_reset_requested',
      tenantUuid,
      entityType: 'STAFF',
      entityId: userUuid,
    });
  });
}
