import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.ts';
import { sessionToProve } from '../proof/session-to-prove.ts';
import { insertCode } from './queries.ts';
import type { AuthorizationWanted } from './schemas.ts';

/**
 * Lets a program on the caller's machine begin a session of theirs, and returns where their browser takes
 * the code for it. Throws PROOF_REQUIRED for a token of an outside issuer, which is of no session.
 */
export async function authorize(
  tx: Tx,
  caller: Caller,
  { redirectUri, state, codeChallenge }: AuthorizationWanted,
): Promise<{ redirectTo: string }> {
  const code = newOpaqueToken();
  await insertCode(tx, sessionToProve(caller), {
    codeHash: hashOpaqueToken(code),
    challenge: Buffer.from(codeChallenge, 'base64url'),
    redirectHash: hashOpaqueToken(redirectUri),
  });
  return { redirectTo: `${redirectUri}?${new URLSearchParams({ code, state })}` };
}
