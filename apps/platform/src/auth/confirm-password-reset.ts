import type { Static } from 'typebox';
import type { Db } from '../database/db.ts';
import { recordEvent } from '../events.ts';
import { actorOf } from '../http/actor-of.ts';
import { Problem } from '../problems.ts';
import { checkNewPassword } from './check-new-password.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, setPasswordHash, spendPasswordToken } from './queries.ts';
import type { PasswordResetConfirm } from './schemas.ts';

/**
 * Sets a password by a mailed link, once, and ends the sessions that were.
 * Throws PASSWORD_LINK_INVALID.
 */
export async function confirmPasswordReset(
  db: Db,
  { token, password }: Static<typeof PasswordResetConfirm>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.asPlatform(async (tx) => {
    const owner = await spendPasswordToken(tx, hashOpaqueToken(token));
    const account = owner && (await findAccount(tx, owner.tenantUuid, owner.userUuid));
    if (!account) throw new Problem('PASSWORD_LINK_INVALID');
    await checkNewPassword(tx, account, password);
    const { tenantUuid, userUuid } = account;
    await setPasswordHash(tx, tenantUuid, userUuid, passwordHash);
    const isClient = account.roles.includes('CLIENT');
    if (isClient) return;
    await recordEvent(tx, {
      eventType: 'staff.password_set',
      tenantUuid,
      actor: actorOf(account),
      entityType: 'STAFF',
      entityId: userUuid,
      attributes: { by: 'LINK' },
    });
  });
}
