import type { Tx } from '../database/transaction.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { type Account, insertRefreshToken } from './queries.ts';
import type { TokensAnswer, UserAnswer } from './schemas.ts';
import type { TokenIssuer } from './token-issuer.ts';

/**
 * Hands out the tokens of a branch of a session: an access token, which lasts `mostSeconds` at most, and
 * the next refresh token.
 */
export async function handOutTokens(
  tx: Tx,
  issuer: TokenIssuer,
  account: Account,
  session: { sessionUuid: string; branchUuid: string },
  mostSeconds: number | null = null,
): Promise<TokensAnswer> {
  const refreshToken = newOpaqueToken();
  await insertRefreshToken(tx, account.tenantUuid, session, hashOpaqueToken(refreshToken));
  const seconds = Math.max(1, Math.min(issuer.accessSeconds, mostSeconds ?? Infinity));
  return {
    accessToken: await issuer.issue(account, session.sessionUuid, session.branchUuid, seconds),
    tokenType: 'Bearer',
    expiresIn: seconds,
    refreshToken,
    user: toUser(account),
  };
}

/** Returns the account as its owner may see it. */
export function toUser(account: Account): UserAnswer {
  const { userUuid, email, roles, tenantUuid, tenantCode, partnerUuid, displayName } = account;
  const [userType] = roles;
  if (!userType) throw new Error('An account without a role');
  return { userUuid, email, userType, roles, tenantUuid, tenantCode, partnerUuid, displayName };
}
