import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { endSessionOfCaller, endSessionOfToken } from './end-session.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { personOf, type Stated } from './person.ts';
import { findRefreshToken } from './queries.ts';
import { findEndSessionUrl } from './sso/end-session-url.ts';
import type { SsoSecrets } from './sso/sso-secrets.ts';

type Leaving = { caller: Caller | null; refreshToken: string | undefined; stated: Stated };

/**
 * Ends the session of a caller and that of a refresh token. Returns where the browser ends its session
 * at the firm's provider, if it began there; `isTheirs` is false for the token of another person than
 * the stated, whose session goes on.
 */
export async function logOut(
  tx: Tx,
  secrets: SsoSecrets,
  { caller, refreshToken, stated }: Leaving,
): Promise<{ isTheirs: boolean; url: string | undefined }> {
  const { sessionUuid } = caller ?? {};
  const held = sessionUuid && caller ? { ...personOf(caller), sessionUuid } : undefined;
  const token = refreshToken && (await findRefreshToken(tx, hashOpaqueToken(refreshToken)));
  const session = held ?? (token || undefined);
  const url = session && (await findEndSessionUrl(tx, secrets, session));
  if (caller) await endSessionOfCaller(tx, caller);
  const isTheirs =
    refreshToken === undefined || (await endSessionOfToken(tx, refreshToken, stated));
  return { isTheirs, url };
}
