import type { FastifyRequest } from 'fastify';
import { recordEvent } from '../../events.ts';
import { Problem } from '../../problems.ts';
import type { LoginMeans } from '../login.ts';
import { beginOwnAttempt } from '../own-attempt.ts';
import { checkPassword } from '../passwords.ts';
import { findAccount } from '../queries.ts';
import { onlyOne } from '../second-factor/check-proof.ts';
import {
  countWrongFactor,
  forgetWrongFactors,
  refuseWhilePaused,
} from '../second-factor/factor-failures.ts';
import { findSecondFactor, hasFactor } from '../second-factor/find-second-factor.ts';
import { lockAccount } from '../second-factor/queries.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';
import type { SecondFactorMeans } from '../second-factor/second-factor.ts';
import { recordFailure } from '../sign-in-checks.ts';
import { markProved } from './queries.ts';
import { sessionToProve } from './session-to-prove.ts';
import { type GivenProof, isPasswordEnough, spendFactor } from './spend-own-proof.ts';

type Means = { signIn: LoginMeans; secondFactor: SecondFactorMeans };

/** What each field of a proof is. */
export const proofMethods = {
  password: 'PASSWORD',
  code: 'TOTP',
  recoveryCode: 'RECOVERY_CODE',
  passkey: 'PASSKEY',
} as const;

/**
 * Takes a proof of who the caller is, after which the session may do for ten minutes what needs one.
 * Who has a second factor proves by that, others by the password. A wrong proof counts as a failed
 * sign-in. Throws WRONG_PASSWORD, WRONG_SECOND_FACTOR, CHALLENGE_INVALID or RATE_LIMITED.
 */
export async function prove(
  { signIn, secondFactor }: Means,
  request: FastifyRequest,
  given: GivenProof,
): Promise<void> {
  const { db, limits } = signIn;
  const method = onlyOne(given.proof, proofMethods);
  const session = sessionToProve(request.caller);
  const [account, factors] = await request.readTenant(
    (tx) => Promise.all([findAccount(tx, session), findSecondFactor(tx, session)]),
    session.tenantUuid,
  );
  if (!account) throw new Problem('SESSION_ENDED');
  const byFactor = hasFactor(factors);
  const step = byFactor ? 'SECOND_FACTOR' : 'PASSWORD';
  const { isKnown, succeeded } = await beginOwnAttempt(signIn, account, request.ip, step);
  // Outside any transaction: hashing takes tens of milliseconds.
  const { password } = given.proof;
  const knowsPassword =
    password !== undefined && !byFactor && (await checkPassword(password, account.passwordHash));

  const refusal = await request.inTenant(async (tx) => {
    await lockAccount(tx, session);
    if (byFactor && limits.enabled && !isKnown) await refuseWhilePaused(tx, session);
    const isRight =
      method === 'PASSWORD'
        ? knowsPassword && (await isPasswordEnough(tx, account))
        : await spendFactor(tx, secondFactor, session, given);
    if (!isRight) {
      // What is counted must be committed, so the refusal is not thrown in here.
      const isPassword = method === 'PASSWORD' && !byFactor;
      const reason = isPassword ? 'WRONG_PASSWORD' : 'WRONG_SECOND_FACTOR';
      await recordFailure(tx, account, reason);
      if (byFactor && method !== 'PASSWORD') await countWrongFactor(tx, session);
      return reason;
    }
    await markProved(tx, session);
    await forgetWrongFactors(tx, session);
    if (method === 'RECOVERY_CODE') await recordFactorChange(tx, session, 'RECOVERY_CODE_USED');
    await recordEvent(tx, {
      eventType: 'auth.proved',
      entityType: 'SESSION',
      entityId: session.sessionUuid,
      attributes: { method },
    });
    return null;
  }, session.tenantUuid);
  if (refusal) throw new Problem(refusal);
  await db.asPlatform(succeeded);
}
