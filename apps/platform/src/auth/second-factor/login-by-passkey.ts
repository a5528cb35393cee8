import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import type { LoginMeans } from '../login.ts';
import { hashOpaqueToken } from '../opaque-token.ts';
import { findAccount, findSignInPlace } from '../queries.ts';
import type { TokensAnswer } from '../schemas.ts';
import { hashAddress, recordFailure, recordingRefusal, refuseInactive } from '../sign-in-checks.ts';
import { type SignInPlace, startSession } from '../start-session.ts';
import { spendPasskey } from './check-proof.ts';
import { listIdentifiers } from './open-totp.ts';
import type { PasskeyHost } from './passkey-host.ts';
import { signInAt, userHandleOf } from './passkey-options.ts';
import { findPasskey, spendPasskeyChallenge } from './passkey-queries.ts';
import { lockAccount } from './queries.ts';
import type { PasskeyAssertion } from './schemas.ts';
import type { SecondFactorMeans } from './second-factor.ts';
import { challengeIn } from './verify-passkey.ts';

type Means = { signIn: LoginMeans; secondFactor: SecondFactorMeans };

type Request = {
  response: Static<typeof PasskeyAssertion>;
  host: PasskeyHost;
  place: SignInPlace;
};

/**
 * Signs in by a passkey alone, which has verified its user and so counts as both factors. Throws
 * CHALLENGE_INVALID, WRONG_SECOND_FACTOR, RATE_LIMITED, and what a login throws for an account that
 * is not active.
 */
export async function loginByPasskey(
  { signIn, secondFactor }: Means,
  { response, host, place }: Request,
): Promise<TokensAnswer> {
  const { db, limits, secretKeys } = signIn;
  const addressHashes = hashAddress(secretKeys, place.address);
  const [{ account, handles }, succeeded] = await db.asPlatform(async (tx) => {
    const owner = await findOwner(tx, response.id, host, addressHashes);
    const attempt = { address: place.address, account: owner.emailFolded, isKnown: owner.isKnown };
    return [owner, await limits.begin(tx, attempt, 'SECOND_FACTOR')] as const;
  });
  const challenge = challengeIn(response);
  if (challenge !== undefined && !secondFactor.challenges.stands(challenge, signInAt(host.rpId)))
    throw new Problem('CHALLENGE_INVALID');
  const expected = { ...host, challenge: challenge ?? '', byItself: true };
  const tokens =
    account &&
    isOneOf(handles, response) &&
    (await recordingRefusal(
      db,
      () => account,
      async (tx) => {
        await lockAccount(tx, account);
        if (!(await spendPasskey(tx, account, response, expected))) return null;
        if (!(await spendPasskeyChallenge(tx, account, hashOpaqueToken(expected.challenge))))
          throw new Problem('CHALLENGE_INVALID');
        refuseInactive(account);
        if (account.mustUseProvider) throw new Problem('SSO_REQUIRED');
        await succeeded(tx);
        return startSession(tx, signIn, account, place);
      },
    ));
  if (!tokens) {
    await db.asPlatform((tx) => recordFailure(tx, account, 'WRONG_SECOND_FACTOR'));
    throw new Problem('WRONG_SECOND_FACTOR');
  }
  return tokens;
}

/** Returns whose passkey it is; one that nobody has is counted by what it calls itself. */
async function findOwner(tx: Tx, id: string, host: PasskeyHost, addressHashes: readonly Buffer[]) {
  const passkey = await findPasskey(tx, Buffer.from(id, 'base64url'), host);
  const account = passkey && (await findAccount(tx, passkey));
  if (!account) return { account, handles: [], emailFolded: `passkey ${id}`, isKnown: false };
  const handles = (await listIdentifiers(tx, account)).map((userUuid) =>
    userHandleOf({ userUuid }),
  );
  return { account, handles, ...(await findSignInPlace(tx, account.email, addressHashes)) };
}

/** An authenticator that tells the owner of a passkey tells the one that we know, maybe by an older name. */
function isOneOf(handles: readonly string[], { response }: Request['response']): boolean {
  return !response.userHandle || handles.includes(response.userHandle);
}
