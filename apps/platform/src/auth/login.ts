import { createHmac } from 'node:crypto';
import type { Static } from 'typebox';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { actorOf, system } from '../database/principal.ts';
import { recordEvent } from '../events.ts';
import { Problem } from '../problems.ts';
import { checkPassword } from './passwords.ts';
import { type AccountWithPassword, findAccountByEmail, findSignInPlace } from './queries.ts';
import type { Login, TokensAnswer } from './schemas.ts';
import type { SignInLimits } from './sign-in-limits.ts';
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
  secretKey: string;
};

/**
 * Signs a user in from an address. A wrong pair is WRONG_CREDENTIALS, after the same time whether
 * the account exists or not; a right one of a user, partner or tenant that is not active is refused
 * as such. Throws RATE_LIMITED, or OVERLOADED when too many are signing in.
 */
export async function login(
  means: LoginMeans,
  { email, password }: Static<typeof Login>,
  place: Omit<SignInPlace, 'addressHash'>,
): Promise<TokensAnswer> {
  const { db, limits, secretKey } = means;
  const { address } = place;
  const addressHash = hashAddress(secretKey, address);
  const [{ emailFolded, isKnown }, account] = await inTurn(() =>
    db.asPlatform((tx) =>
      Promise.all([
        findSignInPlace(tx, email.trim(), addressHash),
        findAccountByEmail(tx, email.trim()),
      ]),
    ),
  );
  const succeeded = limits.begin({ address, account: emailFolded, isKnown });
  // Outside any transaction: hashing takes tens of milliseconds.
  const right = await checkPassword(password, account?.passwordHash);
  const refusal = refusalOf(account, right);
  if (!account || refusal) {
    await recordFailure(db, account, refusal ?? 'WRONG_CREDENTIALS');
    throw new Problem(refusal ?? 'WRONG_CREDENTIALS');
  }
  succeeded();
  return db.asPlatform((tx) => startSession(tx, means, account, { ...place, addressHash }));
}

/** Addresses are few enough to be guessed, so the hash that is kept of one is keyed. */
function hashAddress(secretKey: string, address: string): Buffer {
  return createHmac('sha256', secretKey).update(address).digest();
}

function refusalOf(account: AccountWithPassword | undefined, right: boolean) {
  if (!account || !right) return 'WRONG_CREDENTIALS';
  if (!account.tenantIsActive) return 'TENANT_INACTIVE';
  return account.isActive ? undefined : 'USER_INACTIVE';
}

/** A failure is told to the tenant it aimed at; one that aimed at nobody, to the platform's own. */
async function recordFailure(db: Db, account: AccountWithPassword | undefined, reason: string) {
  await db.asPlatform((tx) =>
    recordEvent(tx, {
      eventType: 'login.failure',
      tenantUuid: account?.tenantUuid ?? platformTenantUuid,
      actor: account ? actorOf(account) : system,
      entityType: 'SESSION',
      entityId: null,
      attributes: { reason },
    }),
  );
}
