import type { Static } from 'typebox';
import type { Db } from '../database/db.ts';
import { recordEvent } from '../events.ts';
import { actorOf } from '../http/actor-of.ts';
import { Problem } from '../problems.ts';
import { checkNewPassword } from './check-new-password.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { spendPasswordToken } from './password-links.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, setPasswordHash } from './queries.ts';
import type { PasswordResetConfirm } from './schemas.ts';

/**
 * Sets a password by a mailed link, once, and ends the sessions that were.
 * Throws PASSWORD_LINK_INVALID, or TENANT_INACTIVE or SSO_REQUIRED, which do not spend the link.
 */
export async function confirmPasswordReset(
  db: Db,
  { token, password }: Static<typeof PasswordResetConfirm>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.asPlatform(async (tx) => {
    const owner = await spendPasswordToken(tx, hashOpaqueToken(token));
    const account = owner && (await findAccount(tx, owner));
    // Whoever is switched off comes in by no link, also once it is undone.
    if (account && !account.tenantIsActive) throw new Problem('TENANT_INACTIVE');
    if (!account?.isActive) throw new Problem('PASSWORD_LINK_INVALID');
    if (!account.tenantIsActive) throw new Problem('TENANT_INACTIVE');
    if (account.mustUseProvider) throw new Problem('SSO_REQUIRED');
    await checkNewPassword(tx, account, password);
    await setPasswordHash(tx, account, passwordHash);
    if (account.roles.includes('CLIENT')) return;
    await recordEvent(tx, {
      eventType: 'staff.password_set',
      tenantUuid: account.tenantUuid,
      actor: actorOf(account),
      entityType: 'STAFF',
      entityId: account.userUuid,
      attributes: { by: 'LINK' },
    });
  });
}
