import type { LoginMeans } from './login.ts';
import { findSignInPlace } from './queries.ts';
import { hashAddress } from './sign-in-checks.ts';
import type { SignInLimits } from './sign-in-limits.ts';

type Means = Pick<LoginMeans, 'db' | 'limits' | 'secretKeys'>;
type Step = Parameters<SignInLimits['begin']>[2];

/**
 * Counts an attempt of a signed-in person to prove who they are as an attempt to sign in. Returns
 * whether they signed in from the address of late, and what to call when they succeeded. Throws
 * RATE_LIMITED.
 */
export function beginOwnAttempt(
  { db, limits, secretKeys }: Means,
  { email }: { email: string },
  address: string,
  step?: Step,
) {
  return db.asPlatform(async (tx) => {
    const place = await findSignInPlace(tx, email, hashAddress(secretKeys, address));
    const { emailFolded: account, isKnown } = place;
    return { isKnown, succeeded: await limits.begin(tx, { address, account, isKnown }, step) };
  });
}
