import type { Static } from 'typebox';
import { recordEvent } from '../events.ts';
import { actorOf } from '../http/actor-of.ts';
import { isOutside } from '../http/networks.ts';
import { Problem } from '../problems.ts';
import { checkNewPassword } from './check-new-password.ts';
import type { LoginMeans } from './login.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { spendPasswordToken } from './password-links.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, setPasswordHash } from './queries.ts';
import type { PasswordResetConfirm, TokensAnswer } from './schemas.ts';
import { findSecondFactor, hasFactor } from './second-factor/find-second-factor.ts';
import { type SignInPlace, startSession } from './start-session.ts';

/**
 * Sets a password by a mailed link, once, and ends the sessions that were. With a place it signs its
 * owner in there, unless a second factor is to follow or the firm's networks do not let them.
 * Throws PASSWORD_LINK_INVALID, or TENANT_INACTIVE or SSO_REQUIRED, which do not spend the link.
 */
export async function confirmPasswordReset(
  means: LoginMeans,
  { token, password }: Pick<Static<typeof PasswordResetConfirm>, 'token' | 'password'>,
  place: SignInPlace | undefined,
): Promise<TokensAnswer | undefined> {
  const passwordHash = await hashPassword(password);
  return means.db.asPlatform(async (tx) => {
    const owner = await spendPasswordToken(tx, hashOpaqueToken(token));
    const account = owner && (await findAccount(tx, owner));
    // Whoever is switched off comes in by no link, also once it is undone.
    if (account && !account.tenantIsActive) throw new Problem('TENANT_INACTIVE');
    if (!account?.isActive) throw new Problem('PASSWORD_LINK_INVALID');
    if (!account.tenantIsActive) throw new Problem('TENANT_INACTIVE');
    if (account.mustUseProvider) throw new Problem('SSO_REQUIRED');
    await checkNewPassword(tx, account, password);
    await setPasswordHash(tx, account, passwordHash);
    if (!account.roles.includes('CLIENT'))
      await recordEvent(tx, {
        eventType: 'staff.password_set',
        tenantUuid: account.tenantUuid,
        actor: actorOf(account),
        entityType: 'STAFF',
        entityId: account.userUuid,
        attributes: { by: 'LINK' },
      });
    if (!place || (await isOutside(tx, account, place.address))) return undefined;
    if (hasFactor(await findSecondFactor(tx, account))) return undefined;
    return startSession(tx, means, account, place);
  });
}
