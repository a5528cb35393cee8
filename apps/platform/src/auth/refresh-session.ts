import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { isOutside } from '../http/networks.ts';
import { Problem } from '../problems.ts';
import { endSession } from './end-session.ts';
import type { LoginMeans } from './login.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { isOtherThan, type Stated } from './person.ts';
import {
  type AccountWithPassword,
  findAccount,
  lockRefreshToken,
  noteSessionUse,
  type RefreshToken,
  useRefreshToken,
} from './queries.ts';
import type { TokensAnswer } from './schemas.ts';
import { handOutTokens } from './sign-in.ts';
import { recordingRefusal, refuseInactive } from './sign-in-checks.ts';
import { askAboutSession } from './sso/ask-provider.ts';
import type { TokenIssuer } from './token-issuer.ts';

type Means = Pick<LoginMeans, 'db' | 'issuer' | 'ssoSecrets' | 'askProvider'>;

/** A refresh token as it was sent; `inBackground` says that a page asks by itself. */
type Sent = Stated & {
  refreshToken: string;
  asCookie: boolean;
  inBackground: boolean;
  address: string;
};

/**
 * Rotates a refresh token. One that was used before is in two hands: the whole session ends
 * (RFC 9700, section 4.14.2). A cookie may come again for 30 seconds, after a lost answer or from
 * another tab: then a branch of the session begins. Throws REFRESH_TOKEN_INVALID, or OTHER_PERSON
 * when the session is not the stated person's, or NETWORK_NOT_ALLOWED: both renew and spend nothing.
 */
export async function refreshSession(
  { db, issuer, ssoSecrets: secrets, askProvider: ask }: Means,
  sent: Sent,
): Promise<TokensAnswer> {
  const tokenHash = hashOpaqueToken(sent.refreshToken);
  await askAboutSession({ db, secrets, ask }, tokenHash);
  let account: AccountWithPassword | undefined;
  const tokens = await recordingRefusal(
    db,
    () => account,
    async (tx) => {
      const token = await lockRefreshToken(tx, tokenHash);
      if (!token?.stands) {
        if (token) await refuseInactiveTenant(tx, token);
        return null;
      }
      if (isOtherThan(sent, token)) throw new Problem('OTHER_PERSON');
      const isReused = token.used && !(sent.asCookie && token.usedLately);
      // The end of the session must be committed, so a refusal is answered and not thrown in here.
      if (!isReused) {
        account = await findAccount(tx, token);
        return account ? rotate(tx, issuer, token, account, { ...sent, tokenHash }) : null;
      }
      await endSession(tx, token, 'TOKEN_REUSED');
      return null;
    },
  );
  if (!tokens) throw new Problem('REFRESH_TOKEN_INVALID');
  return tokens;
}

/** Throws TENANT_INACTIVE where that is why a session has ended. */
async function refuseInactiveTenant(tx: Tx, token: RefreshToken): Promise<void> {
  const account = await findAccount(tx, token);
  if (account && !account.tenantIsActive) throw new Problem('TENANT_INACTIVE');
}

async function rotate(
  tx: Tx,
  issuer: TokenIssuer,
  token: RefreshToken,
  account: AccountWithPassword,
  { tokenHash, inBackground, address }: Sent & { tokenHash: Buffer },
) {
  refuseInactive(account);
  if (await isOutside(tx, account, address)) throw new Problem('NETWORK_NOT_ALLOWED');
  await useRefreshToken(tx, tokenHash);
  await noteSessionUse(tx, { ...token, inBackground });
  const branchUuid = token.used ? randomUUIDv7() : token.branchUuid;
  const { sessionUuid, secondsUnasked } = token;
  return handOutTokens(tx, issuer, account, { sessionUuid, branchUuid }, secondsUnasked);
}
