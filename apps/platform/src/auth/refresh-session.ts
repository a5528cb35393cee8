import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import {
  findAccount,
  lockRefreshToken,
  type RefreshToken,
  revokeSession,
  useRefreshToken,
} from './queries.ts';
import type { TokensAnswer } from './schemas.ts';
import { handOutTokens } from './sign-in.ts';
import type { TokenIssuer } from './token-issuer.ts';

/**
 * Rotates a refresh token. One that was used before is in two hands: the whole session ends
 * (RFC 9700, section 4.14.2). Throws REFRESH_TOKEN_INVALID.
 */
export async function refreshSession(
  db: Db,
  issuer: TokenIssuer,
  refreshToken: string,
): Promise<TokensAnswer> {
  const tokenHash = hashOpaqueToken(refreshToken);
  const tokens = await db.asPlatform(async (tx) => {
    const token = await lockRefreshToken(tx, tokenHash);
    if (token?.used) await revokeSession(tx, token.tenantUuid, token.sessionUuid);
    // The revocation above must be committed, so a refusal is answered and not thrown in here.
    return token && !token.used && token.stands ? rotate(tx, issuer, token, tokenHash) : null;
  });
  if (!tokens) throw new Problem('REFRESH_TOKEN_INVALID');
  return tokens;
}

async function rotate(tx: Tx, issuer: TokenIssuer, token: RefreshToken, tokenHash: Buffer) {
  const account = await findAccount(tx, token.tenantUuid, token.userUuid);
  if (!account) return null;
  if (!account.tenantIsActive) throw new Problem('TENANT_INACTIVE');
  if (!account.isActive) throw new Problem('USER_INACTIVE');
  await useRefreshToken(tx, tokenHash);
  return handOutTokens(tx, issuer, account, token.sessionUuid);
}
