import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvents } from '../../events.ts';
import { notFound } from '../../problems.ts';
import { endOtherBranches } from '../end-held.ts';
import { isOf, personOf } from '../person.ts';
import { revokeOwnSessions } from './queries.ts';

/** Ends one of the caller's sessions. Throws NOT_FOUND. */
export async function endOwnSession(tx: Tx, caller: Caller, sessionUuid: string): Promise<void> {
  const ended = await revokeOwnSessions(tx, caller.userUuid, { sessionUuid });
  if (ended.length === 0) throw notFound('session');
  await record(tx, ended);
}

/** Ends all sessions of the caller but the current one, and of that all branches but the one that asks. */
export async function endOtherSessions(tx: Tx, caller: Caller): Promise<void> {
  await endOtherBranches(tx, isOf(tx, personOf(caller)), caller);
  await record(tx, await revokeOwnSessions(tx, caller.userUuid, { allBut: caller.sessionUuid }));
}

async function record(tx: Tx, ended: string[]): Promise<void> {
  const attributes = { reason: 'ENDED_BY_USER' };
  const event = { eventType: 'auth.session_ended', entityType: 'SESSION', attributes } as const;
  await recordEvents(tx, event, ended);
}
