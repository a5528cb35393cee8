import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { Problem } from '../../problems.ts';
import type { LoginMeans } from '../login.ts';
import { hashOpaqueToken } from '../opaque-token.ts';
import { checkPassword } from '../passwords.ts';
import { type AccountWithPassword, findAccount, findSignInPlace } from '../queries.ts';
import { type ExpectedPasskey, onlyOne, spendProof } from '../second-factor/check-proof.ts';
import { findSecondFactor, hasFactor } from '../second-factor/find-second-factor.ts';
import type { PasskeyHost } from '../second-factor/passkey-host.ts';
import { proofOf } from '../second-factor/passkey-options.ts';
import { spendPasskeyChallenge } from '../second-factor/passkey-queries.ts';
import { lockAccount } from '../second-factor/queries.ts';
import { recordFactorChange } from '../second-factor/record-factor-change.ts';
import type { OwnProof } from '../second-factor/schemas.ts';
import type { SecondFactorMeans } from '../second-factor/second-factor.ts';
import { challengeIn } from '../second-factor/verify-passkey.ts';
import { hashAddress, recordFailure } from '../sign-in-checks.ts';
import { markProved } from './queries.ts';
import { sessionToProve } from './session-to-prove.ts';

type Means = { signIn: LoginMeans; secondFactor: SecondFactorMeans };
type Proof = Static<typeof OwnProof>;
type Session = ReturnType<typeof sessionToProve>;

const methods = {
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
  proof: Proof,
  host: PasskeyHost | undefined,
): Promise<void> {
  const method = onlyOne(proof, methods);
  const { caller, ip: address } = request;
  const session = sessionToProve(caller);
  const addressHash = hashAddress(signIn.secretKey, address);
  const [account, place, factors] = await request.readTenant(
    (tx) =>
      Promise.all([
        findAccount(tx, session),
        findSignInPlace(tx, caller.email, addressHash),
        findSecondFactor(tx, session),
      ]),
    session.tenantUuid,
  );
  if (!account) throw new Problem('SESSION_ENDED');
  const step = hasFactor(factors) ? 'SECOND_FACTOR' : 'PASSWORD';
  const { emailFolded, isKnown } = place;
  const succeeded = signIn.limits.begin({ address, account: emailFolded, isKnown }, step);
  const expected = passkeyOf(secondFactor, session, proof, host);
  // Outside any transaction: hashing takes tens of milliseconds.
  const knowsPassword =
    method === 'PASSWORD' &&
    step === 'PASSWORD' &&
    (await checkPassword(proof.password ?? '', account.passwordHash));

  const refusal = await request.inTenant(async (tx) => {
    await lockAccount(tx, session);
    const isRight =
      method === 'PASSWORD'
        ? knowsPassword && (await isStillEnough(tx, account))
        : await spendFactor(tx, secondFactor, session, proof, expected);
    if (!isRight) {
      // The record must be committed, so the refusal is not thrown in here.
      const reason =
        step === 'PASSWORD' && method === step ? 'WRONG_PASSWORD' : 'WRONG_SECOND_FACTOR';
      await recordFailure(tx, account, reason);
      return reason;
    }
    await markProved(tx, session);
    if (method === 'RECOVERY_CODE')
      await recordFactorChange(tx, secondFactor.mail, session, 'RECOVERY_CODE_USED');
    await recordEvent(tx, {
      eventType: 'auth.proved',
      entityType: 'SESSION',
      entityId: session.sessionUuid,
      attributes: { method },
    });
    return null;
  }, session.tenantUuid);
  if (refusal) throw new Problem(refusal);
  succeeded();
}

/** Returns what the passkey of a proof must have signed. Throws CHALLENGE_INVALID when it signed something else. */
function passkeyOf(
  { challenges }: SecondFactorMeans,
  session: Session,
  { passkey }: Proof,
  host: PasskeyHost | undefined,
): ExpectedPasskey | undefined {
  if (!passkey || !host) return undefined;
  const challenge = challengeIn(passkey);
  if (challenge === undefined) return undefined;
  if (!challenges.stands(challenge, proofOf(session, session.sessionUuid, host.rpId)))
    throw new Problem('CHALLENGE_INVALID');
  return { ...host, challenge };
}

/** Returns whether the password that was checked is still the person's, and still all there is to prove by. */
async function isStillEnough(tx: Tx, checked: AccountWithPassword): Promise<boolean> {
  const [now, factors] = [await findAccount(tx, checked), await findSecondFactor(tx, checked)];
  return now?.passwordHash === checked.passwordHash && !hasFactor(factors);
}

async function spendFactor(
  tx: Tx,
  { cipher }: SecondFactorMeans,
  session: Session,
  proof: Proof,
  expected: ExpectedPasskey | undefined,
): Promise<boolean> {
  if (!(await spendProof(tx, cipher, session, proof, expected))) return false;
  if (!expected) return true;
  if (await spendPasskeyChallenge(tx, session, hashOpaqueToken(expected.challenge))) return true;
  throw new Problem('CHALLENGE_INVALID');
}
