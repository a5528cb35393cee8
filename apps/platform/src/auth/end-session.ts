import type { Caller } from '@atrium/kit/auth/caller.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { actorOf } from '../http/actor-of.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { isOtherThan, type Person, personOf, type Stated } from './person.ts';
import { findAccount, findRefreshToken, revokeSession } from './queries.ts';

/**
 * Ends a session and records that its owner did, or the platform itself once the account is deleted.
 * A session that has ended before stays as it is.
 */
export async function endSession(
  tx: Tx,
  session: Person & { sessionUuid: string },
  reason: 'LOGOUT' | 'TOKEN_REUSED' | 'PROVIDER_ENDED',
): Promise<void> {
  const { tenantUuid, sessionUuid } = session;
  if (!(await revokeSession(tx, tenantUuid, sessionUuid))) return;
  const account = await findAccount(tx, session);
  await recordEvent(tx, {
    eventType: 'auth.session_ended',
    tenantUuid,
    actor: account ? actorOf(account) : system,
    entityType: 'SESSION',
    entityId: sessionUuid,
    attributes: { reason },
  });
}

/** Ends the session of a caller; tokens of an outside issuer have none. */
export async function endSessionOfCaller(tx: Tx, caller: Caller): Promise<void> {
  const { sessionUuid } = caller;
  if (sessionUuid) await endSession(tx, { ...personOf(caller), sessionUuid }, 'LOGOUT');
}

/**
 * Ends the session of a refresh token, used or not. One that is not known ends nothing, and so does
 * one of another person than the stated: then the answer is false.
 */
export async function endSessionOfToken(
  tx: Tx,
  refreshToken: string,
  stated: Stated,
): Promise<boolean> {
  const token = await findRefreshToken(tx, hashOpaqueToken(refreshToken));
  if (token && isOtherThan(stated, token)) return false;
  if (token) await endSession(tx, token, 'LOGOUT');
  return true;
}
