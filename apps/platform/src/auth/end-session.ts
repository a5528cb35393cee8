import type { Caller } from '@atrium/kit/auth/caller.ts';
import { type Actor, system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { actorOf } from '../http/actor-of.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { type Person, personOf } from './person.ts';
import { findAccount, findRefreshToken, revokeSession } from './queries.ts';

type Ended = {
  tenantUuid: string;
  sessionUuid: string;
  actor: Actor;
  reason: 'LOGOUT' | 'ENDED_BY_USER' | 'TOKEN_REUSED';
};

/** Ends a session that somebody logs out of, unless it has ended before. */
async function endSession(tx: Tx, session: Person & { sessionUuid: string }): Promise<void> {
  const { tenantUuid, sessionUuid } = session;
  if (!(await revokeSession(tx, tenantUuid, sessionUuid))) return;
  const actor = await ownerOf(tx, session);
  await recordSessionEnded(tx, { tenantUuid, sessionUuid, actor, reason: 'LOGOUT' });
}

/** Ends the session of a caller; tokens of an outside issuer have none. */
export async function endSessionOfCaller(tx: Tx, caller: Caller): Promise<void> {
  const { sessionUuid } = caller;
  if (sessionUuid) await endSession(tx, { ...personOf(caller), sessionUuid });
}

/** Ends the session of a refresh token, used or not. One that is not known ends nothing. */
export async function endSessionOfToken(tx: Tx, refreshToken: string): Promise<void> {
  const token = await findRefreshToken(tx, hashOpaqueToken(refreshToken));
  if (token) await endSession(tx, token);
}

/** Returns the owner of a session as an actor; the platform itself once the account is deleted. */
export async function ownerOf(tx: Tx, person: Person): Promise<Actor> {
  const account = await findAccount(tx, person);
  return account ? actorOf(account) : system;
}

/** Records that a session ended before its time. */
export async function recordSessionEnded(
  tx: Tx,
  { tenantUuid, sessionUuid, actor, reason }: Ended,
): Promise<void> {
  await recordEvent(tx, {
    eventType: 'auth.session_ended',
    tenantUuid,
    actor,
    entityType: 'SESSION',
    entityId: sessionUuid,
    attributes: { reason },
  });
}
