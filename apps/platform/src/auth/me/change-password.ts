import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { Problem } from '../../problems.ts';
import { accountEntity } from '../account-entity.ts';
import { checkNewPassword } from '../check-new-password.ts';
import { checkOwnPassword } from '../check-own-password.ts';
import { keptOfAsker } from '../end-held.ts';
import type { LoginMeans } from '../login.ts';
import { hashPassword } from '../passwords.ts';
import { personOf } from '../person.ts';
import { findAccount, setPasswordHash } from '../queries.ts';
import { queueSignInMail } from '../second-factor/factor-mail.ts';
import { lockAccount } from '../second-factor/queries.ts';
import type { PasswordChange } from './schemas.ts';

/**
 * Checks and hashes the caller's passwords, which is slow, and returns the change to be made in a
 * transaction. Throws WRONG_PASSWORD.
 */
export async function prepareOwnPassword(
  means: LoginMeans,
  request: FastifyRequest,
  { currentPassword, password }: Static<typeof PasswordChange>,
) {
  const checkedHash = await checkOwnPassword(means, request, currentPassword);
  return { password, checkedHash, passwordHash: await hashPassword(password) };
}

type Prepared = Awaited<ReturnType<typeof prepareOwnPassword>>;

/** Sets the caller's own password, ends all sessions but the one that asks, and mails the person. */
export async function changeOwnPassword(
  tx: Tx,
  caller: Caller,
  { password, checkedHash, passwordHash }: Prepared,
): Promise<void> {
  const person = personOf(caller);
  await lockAccount(tx, person);
  const account = await findAccount(tx, person);
  // Somebody else set another password since the current one was checked.
  if (account?.passwordHash !== checkedHash) throw new Problem('WRONG_PASSWORD');
  await checkNewPassword(tx, account, password);
  await setPasswordHash(tx, person, passwordHash, keptOfAsker(tx, person));
  await recordEvent(tx, {
    eventType: 'auth.password_changed',
    entityType: accountEntity(caller),
    entityId: caller.userUuid,
  });
  await queueSignInMail(tx, person, 'PASSWORD_CHANGED');
}
