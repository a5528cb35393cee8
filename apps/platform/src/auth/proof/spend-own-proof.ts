import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import { hashOpaqueToken } from '../opaque-token.ts';
import { type AccountWithPassword, findAccount } from '../queries.ts';
import { type ExpectedPasskey, spendProof } from '../second-factor/check-proof.ts';
import { findSecondFactor, hasFactor } from '../second-factor/find-second-factor.ts';
import type { PasskeyHost } from '../second-factor/passkey-host.ts';
import { proofOf } from '../second-factor/passkey-options.ts';
import { spendPasskeyChallenge } from '../second-factor/passkey-queries.ts';
import type { OwnProof } from '../second-factor/schemas.ts';
import type { SecondFactorMeans } from '../second-factor/second-factor.ts';
import { challengeIn } from '../second-factor/verify-passkey.ts';
import type { sessionToProve } from './session-to-prove.ts';

type Session = ReturnType<typeof sessionToProve>;

/** What a signed-in person gives as a proof, and the page of a passkey. */
export type GivenProof = {
  proof: Omit<Static<typeof OwnProof>, 'sso'>;
  host: PasskeyHost | undefined;
};

/**
 * Returns whether the password that was checked is still the person's, and still all there is to
 * prove by. The account is locked before.
 */
export async function isPasswordEnough(tx: Tx, checked: AccountWithPassword): Promise<boolean> {
  const [now, factors] = [await findAccount(tx, checked), await findSecondFactor(tx, checked)];
  return now?.passwordHash === checked.passwordHash && !hasFactor(factors);
}

/**
 * Returns whether a second factor of a person was given, and spends it. The account is locked
 * before. Throws CHALLENGE_INVALID for a passkey that signed something else, or before.
 */
export async function spendFactor(
  tx: Tx,
  { challenges, cipher }: SecondFactorMeans,
  session: Session,
  { proof, host }: GivenProof,
): Promise<boolean> {
  const challenge = proof.passkey && challengeIn(proof.passkey);
  if (host === undefined || challenge === undefined)
    return spendProof(tx, cipher, session, proof, undefined);
  const purpose = proofOf(session, session.sessionUuid, host.rpId);
  if (!challenges.stands(challenge, purpose)) throw new Problem('CHALLENGE_INVALID');
  const expected: ExpectedPasskey = { ...host, challenge };
  if (!(await spendProof(tx, cipher, session, proof, expected))) return false;
  if (await spendPasskeyChallenge(tx, session, hashOpaqueToken(challenge))) return true;
  throw new Problem('CHALLENGE_INVALID');
}
