import type { Tx } from '../database/transaction.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { type Account, insertRefreshToken } from './queries.ts';
import type { TokensAnswer, UserAnswer } from './schemas.ts';
import type { TokenIssuer } from './token-issuer.ts';

/** Hands out the tokens of a branch of a session: an access token and the next refresh token. */
export async function handOutTokens(
  tx: Tx,
  issuer: TokenIssuer,
  account: Account,
  session: { sessionUuid: string; branchUuid: string },
): Promise<TokensAnswer> {
  const refreshToken = newOpaqueToken();
  await insertRefreshToken(tx, account.tenantUuid, session, hashOpaqueToken(refreshToken));
  return {
    accessToken: await issuer.issue(account, session.sessionUuid, session.branchUuid),
    tokenType: 'Bearer',
    expiresIn: issuer.accessSeconds,
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
