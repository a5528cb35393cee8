import type { LoginMeans } from '../auth/login.ts';
import { type AccountWithPassword, findAccount } from '../auth/queries.ts';
import type { TokensAnswer } from '../auth/schemas.ts';
import { findSecondFactor, hasFactor } from '../auth/second-factor/find-second-factor.ts';
import { openChallenge } from '../auth/second-factor/open-challenge.ts';
import type { PasskeyHost } from '../auth/second-factor/passkey-host.ts';
import type { SecondFactorAnswer } from '../auth/second-factor/schemas.ts';
import { inactivityOf } from '../auth/sign-in-checks.ts';
import { sealSignIn } from '../auth/sso/provider-sign-in.ts';
import { type SignInPlace, startSession } from '../auth/start-session.ts';
import { system } from '../database/principal.ts';
import { findPerson } from './find-person.ts';
import type { UsableConnection } from './provider-client.ts';
import { lockFirm } from './queries.ts';
import { RefusedSignIn } from './refused-sign-in.ts';
import { hasSecondFactor } from './second-factor-claims.ts';
import type { VerifiedPerson } from './verified-person.ts';

type From = { place: SignInPlace; host: PasskeyHost | undefined };

/** Returns the account of somebody whom the provider has signed in. Throws RefusedSignIn. */
export async function identify(
  { db }: Pick<LoginMeans, 'db'>,
  tenantUuid: string,
  connection: UsableConnection,
  person: VerifiedPerson,
): Promise<AccountWithPassword> {
  return db
    .asTenant(tenantUuid, system, async (tx) => {
      await lockFirm(tx);
      const userUuid = await findPerson(tx, connection, person);
      const account = await findAccount(tx, { tenantUuid, userUuid });
      if (!account) throw new RefusedSignIn('SSO_NO_ACCOUNT');
      return account;
    })
    .catch((error: unknown) => {
      const { constraint } = error as { constraint?: string };
      if (constraint === 'login_emails_taken') throw new RefusedSignIn('SSO_NO_ACCOUNT');
      throw error;
    });
}

/**
 * Begins the session of somebody whom the provider has signed in, or asks for the second factor where
 * the firm does not take the provider's word. Throws RefusedSignIn, or NETWORK_NOT_ALLOWED.
 */
export async function finishSignIn(
  signIn: LoginMeans,
  connection: UsableConnection,
  account: AccountWithPassword,
  person: VerifiedPerson,
  { place, host }: From,
): Promise<TokensAnswer | SecondFactorAnswer> {
  const refusal = inactivityOf(account);
  if (refusal) throw new RefusedSignIn(refusal);
  const byProvider = {
    connectionUuid: connection.connectionUuid,
    refreshToken: person.refreshToken,
    idToken: person.idToken,
    hasFactor: connection.trustsSecondFactor && hasSecondFactor(person.claims),
  };
  return signIn.db.asPlatform(async (tx) => {
    const factors = await findSecondFactor(tx, account);
    if (hasFactor(factors) && !byProvider.hasFactor)
      return openChallenge(tx, account, factors, host, (challengeHash) =>
        sealSignIn(signIn.ssoSecrets, byProvider, challengeHash),
      );
    return startSession(tx, signIn, account, place, { byProvider });
  });
}
