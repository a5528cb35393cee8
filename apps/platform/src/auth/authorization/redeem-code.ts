import { timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import { endSession } from '../end-session.ts';
import type { LoginMeans } from '../login.ts';
import { hashOpaqueToken } from '../opaque-token.ts';
import { type AccountWithPassword, findAccount, findRefreshToken } from '../queries.ts';
import type { TokensAnswer } from '../schemas.ts';
import { recordingRefusal, refuseInactive } from '../sign-in-checks.ts';
import { type SignInPlace, startSession } from '../start-session.ts';
import { type Granted, lockCode, spendCode } from './queries.ts';

/** What a program brings for a session; the address is that to which the code went. */
type Brought = { code: string; verifier: string; redirectUri: string | undefined };

/**
 * Begins the session that a code stands for and returns its tokens. A code works once: one that comes
 * again is in two hands, and ends the session that began by it. Undefined is the answer to one that
 * is not known, spent, late or of another program. Throws what keeps a person from signing in.
 */
export async function redeemCode(
  means: LoginMeans,
  brought: Brought,
  place: SignInPlace,
): Promise<TokensAnswer | undefined> {
  let account: AccountWithPassword | undefined;
  const codeHash = hashOpaqueToken(brought.code);
  return recordingRefusal(
    means.db,
    () => account,
    async (tx) => {
      const granted = await lockCode(tx, codeHash);
      if (!granted) return undefined;
      // The end of the session must be committed, so the refusal is answered and not thrown.
      if (granted.begunSessionUuid !== null) {
        const begun = { ...granted, sessionUuid: granted.begunSessionUuid };
        return void (await endSession(tx, begun, 'TOKEN_REUSED'));
      }
      if (!granted.stands || !isMeant(granted, brought)) return undefined;
      account = await findAccount(tx, granted);
      if (!account) return undefined;
      refuseInactive(account);
      const begun = await startSession(tx, means, account, place, { byCode: true });
      await spendCode(tx, codeHash, granted, await sessionOf(tx, begun));
      return begun;
    },
  );
}

function isMeant({ challenge, redirectHash }: Granted, { verifier, redirectUri }: Brought) {
  const isThere = redirectUri === undefined || redirectHash.equals(hashOpaqueToken(redirectUri));
  return isThere && timingSafeEqual(challenge, hashOpaqueToken(verifier));
}

async function sessionOf(tx: Tx, { refreshToken = '' }: TokensAnswer): Promise<string> {
  const found = await findRefreshToken(tx, hashOpaqueToken(refreshToken));
  if (!found) throw new Error('A session without a refresh token');
  return found.sessionUuid;
}
