import type { Static } from 'typebox';
import type { Db } from '../database/db.ts';
import type { KeyRing } from '../database/key-ring.ts';
import { isOutside } from '../http/networks.ts';
import { Problem } from '../problems.ts';
import { checkPassword } from './passwords.ts';
import { type AccountWithPassword, findAccountByEmail, findSignInPlace } from './queries.ts';
import type { Login, TokensAnswer } from './schemas.ts';
import { findSecondFactor, hasFactor } from './second-factor/find-second-factor.ts';
import { openChallenge } from './second-factor/open-challenge.ts';
import type { PasskeyHost } from './second-factor/passkey-host.ts';
import type { SecondFactorAnswer } from './second-factor/schemas.ts';
import { hashAddress, inactivityOf, recordFailure, recordingRefusal } from './sign-in-checks.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import type { AskProvider } from './sso/ask-provider.ts';
import type { SsoSecrets } from './sso/sso-secrets.ts';
import { type SignInPlace, startSession } from './start-session.ts';
import { takeTurns } from './take-turns.ts';
import type { TokenIssuer } from './token-issuer.ts';

// However many sign in at once, most connections to the database stay with everybody else.
const inTurn = takeTurns({ atOnce: 3, mostWaiting: 64, longestMs: 3_000 });

export type LoginMeans = {
  db: Db;
  issuer: TokenIssuer;
  limits: SignInLimits;
  refreshDays: number;
  secretKeys: KeyRing;
  /** Seals what firms' identity providers hand out. */
  ssoSecrets: SsoSecrets;
  askProvider: AskProvider;
};

/** Says where somebody signs in, and the page that can use passkeys, if it is one. */
type From = SignInPlace & { host: PasskeyHost | undefined };

/**
 * Signs a user in from an address, or asks for the second factor of who has one. A wrong pair is
 * WRONG_CREDENTIALS, after the same time whether the account exists or not; a right one of a user,
 * partner or tenant that is not active, or from outside the firm's networks, is refused as such. Throws RATE_LIMITED, or OVERLOADED when
 * too many are signing in.
 */
export async function login(
  means: LoginMeans,
  { email, password }: Static<typeof Login>,
  { host, ...place }: From,
): Promise<TokensAnswer | SecondFactorAnswer> {
  const { db, limits, secretKeys } = means;
  const { address } = place;
  const addressHashes = hashAddress(secretKeys, address);
  const [account, succeeded] = await inTurn(() =>
    db.asPlatform(async (tx) => {
      const [{ emailFolded, isKnown }, found] = await Promise.all([
        findSignInPlace(tx, email.trim(), addressHashes),
        findAccountByEmail(tx, email.trim()),
      ]);
      return [found, await limits.begin(tx, { address, account: emailFolded, isKnown })] as const;
    }),
  );
  // Outside any transaction: hashing takes tens of milliseconds.
  const right = await checkPassword(password, account?.passwordHash);
  const refusal = refusalOf(account, right);
  if (!account || refusal) {
    const reason = refusal ?? 'WRONG_CREDENTIALS';
    await db.asPlatform((tx) => recordFailure(tx, account, reason));
    throw new Problem(reason);
  }
  return recordingRefusal(
    db,
    () => account,
    async (tx) => {
      if (await isOutside(tx, account, address)) throw new Problem('NETWORK_NOT_ALLOWED');
      await succeeded(tx);
      const factors = await findSecondFactor(tx, account);
      if (hasFactor(factors)) return openChallenge(tx, account, factors, host);
      return startSession(tx, means, account, place);
    },
  );
}

function refusalOf(account: AccountWithPassword | undefined, right: boolean) {
  if (!account || !right) return 'WRONG_CREDENTIALS';
  return inactivityOf(account) ?? (account.mustUseProvider ? 'SSO_REQUIRED' : undefined);
}
