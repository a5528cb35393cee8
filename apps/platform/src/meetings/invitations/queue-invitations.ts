import type { Tx } from '../../database/transaction.ts';
import { type Invitations, insertMails, insertMailsOfChange } from './queries.ts';

/**
 * Queues one mail for each participant, in the transaction of the change that it tells of. Queueing
 * the same again adds nothing, and history that is replayed is told to nobody.
 */
export async function queueInvitations(tx: Tx, invitations: Invitations): Promise<void> {
  if (invitations.participantUuids.length === 0 || (await isReplay(tx))) return;
  await insertMails(tx, invitations);
}

/** Tells the participants of many meetings, except one person, of their last change: one mail each. */
export async function queueUpdates(
  tx: Tx,
  meetingUuids: readonly string[],
  { except }: { except: string },
): Promise<void> {
  if (!(await isReplay(tx))) await insertMailsOfChange(tx, meetingUuids, except);
}

/** Returns whether the transaction replays history, which is told to nobody. */
export async function isReplay(tx: Tx): Promise<boolean> {
  const [row] = await tx<[{ replay: boolean }]>`
    select change_time() < now() - interval '1 minute' as replay`;
  return row.replay;
}
