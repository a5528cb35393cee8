import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { actorOf } from '../../http/actor-of.ts';
import { Problem } from '../../problems.ts';
import type { LoginMeans } from '../login.ts';
import { hashOpaqueToken } from '../opaque-token.ts';
import { findAccount, findSignInPlace } from '../queries.ts';
import type { TokensAnswer } from '../schemas.ts';
import { hashAddress, recordFailure, recordingRefusal, refuseInactive } from '../sign-in-checks.ts';
import { openSignIn } from '../sso/provider-sign-in.ts';
import { type SignInPlace, startSession } from '../start-session.ts';
import { countTry, deleteChallenge, findChallenge } from './challenge-queries.ts';
import { methodOf, spendProof } from './check-proof.ts';
import { countWrongFactor, forgetWrongFactors, refuseWhilePaused } from './factor-failures.ts';
import { passkeyChallengeOf } from './open-challenge.ts';
import type { PasskeyHost } from './passkey-host.ts';
import { lockAccount } from './queries.ts';
import { recordFactorChange } from './record-factor-change.ts';
import type { SecondFactorProof } from './schemas.ts';
import type { SecondFactorMeans } from './second-factor.ts';

type Means = { signIn: LoginMeans; secondFactor: SecondFactorMeans };

type Request = {
  proof: Static<typeof SecondFactorProof>;
  /** The page that asks, which a passkey needs. */
  host: PasskeyHost | undefined;
  place: SignInPlace;
};

/**
 * Ends a sign-in by its second factor. Throws CHALLENGE_INVALID for a challenge that is unknown,
 * spent or late, WRONG_SECOND_FACTOR, RATE_LIMITED, and what a login throws for whom is not active.
 */
export async function finishLogin(
  { signIn, secondFactor }: Means,
  { proof, host, place }: Request,
): Promise<TokensAnswer> {
  const { db, limits, secretKeys } = signIn;
  const { cipher } = secondFactor;
  const method = methodOf(proof);
  const challengeHash = hashOpaqueToken(proof.challenge);
  const addressHashes = hashAddress(secretKeys, place.address);
  const [account, isKnown, succeeded] = await db.asPlatform(async (tx) => {
    const found = await findWaiting(tx, challengeHash);
    const { emailFolded, isKnown } = await findSignInPlace(tx, found.email, addressHashes);
    const attempt = { address: place.address, account: emailFolded, isKnown };
    return [found, isKnown, await limits.begin(tx, attempt, 'SECOND_FACTOR')] as const;
  });
  const expected = host && { ...host, challenge: passkeyChallengeOf(proof.challenge) };
  const tokens = await recordingRefusal(
    db,
    () => account,
    async (tx) => {
      await lockAccount(tx, account);
      const waiting = await findChallenge(tx, challengeHash);
      if (!waiting) throw new Problem('CHALLENGE_INVALID');
      const { sealedSso } = waiting;
      refuseInactive(account);
      if (limits.enabled && !isKnown) await refuseWhilePaused(tx, account);
      if (!(await spendProof(tx, cipher, account, proof, expected))) {
        // The count must be committed, so the refusal is not thrown in here.
        await countTry(tx, challengeHash);
        await countWrongFactor(tx, account);
        const via = sealedSso ? { via: 'SSO' as const } : {};
        await recordFailure(tx, account, 'WRONG_SECOND_FACTOR', via);
        return null;
      }
      await deleteChallenge(tx, challengeHash);
      await forgetWrongFactors(tx, account);
      await succeeded(tx);
      if (method === 'RECOVERY_CODE')
        await recordFactorChange(tx, account, 'RECOVERY_CODE_USED', actorOf(account));
      const byProvider = sealedSso
        ? openSignIn(signIn.ssoSecrets, sealedSso, challengeHash)
        : undefined;
      if (!byProvider && account.mustUseProvider) throw new Problem('SSO_REQUIRED');
      return startSession(tx, signIn, account, place, { byProvider });
    },
  );
  if (!tokens) throw new Problem('WRONG_SECOND_FACTOR');
  return tokens;
}

async function findWaiting(tx: Tx, challengeHash: Buffer) {
  const owner = await findChallenge(tx, challengeHash);
  const account = owner && (await findAccount(tx, owner));
  if (!account) throw new Problem('CHALLENGE_INVALID');
  return account;
}
