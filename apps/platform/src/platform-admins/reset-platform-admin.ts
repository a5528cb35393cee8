import { randomBytes } from 'node:crypto';
import { hashPassword } from '../auth/passwords.ts';
import { findAccountByEmail, setPasswordHash } from '../auth/queries.ts';
import { findSecondFactor, hasFactor } from '../auth/second-factor/find-second-factor.ts';
import { deleteFactors, lockAccount } from '../auth/second-factor/queries.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import { recordEvent } from '../events.ts';
import { notFound } from '../problems.ts';
import { findSecurityPolicy } from '../tenants/security/queries.ts';

const usualLength = 20;

/**
 * Gives an administrator of the platform a new random password, ends the sessions and takes all
 * second factors away. Returns the password, which is kept nowhere. Throws NOT_FOUND.
 */
export async function resetPlatformAdmin(db: Db, email: string): Promise<string> {
  const found = await db.asPlatform(async (tx) => {
    const account = await findAccountByEmail(tx, email.trim());
    if (!account?.roles.includes('SYSTEM_ADMIN')) throw notFound('administrator of the platform');
    return { account, policy: await findSecurityPolicy(tx, account.tenantUuid) };
  });
  const length = Math.max(usualLength, found.policy.passwordMinLength);
  const password = randomBytes(length).toString('base64url').slice(0, length);
  const passwordHash = await hashPassword(password);
  const person = found.account;
  await db.asTenant(person.tenantUuid, system, async (tx) => {
    await lockAccount(tx, person);
    await setPasswordHash(tx, person, passwordHash);
    const factors = await findSecondFactor(tx, person);
    await deleteFactors(tx, person);
    const entity = { entityType: 'PLATFORM_ADMIN', entityId: person.userUuid } as const;
    await recordEvent(tx, {
      eventType: 'auth.password_changed',
      ...entity,
      attributes: { by: 'MACHINE' },
    });
    if (!hasFactor(factors)) return;
    await recordEvent(tx, {
      eventType: 'auth.second_factor_removed',
      ...entity,
      attributes: { method: 'ALL', change: 'RESET' },
    });
  });
  return password;
}
