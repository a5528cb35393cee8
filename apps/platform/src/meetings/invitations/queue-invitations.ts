import type { JobData, Jobs } from '../../background/jobs.ts';
import type { Tx } from '../../database/transaction.ts';
import { type Invitations, insertMails, insertMailsOfChange } from './queries.ts';

/** The queue of the job that sends a meeting's mails. */
export const invitationQueue = 'invitation-mail';

export type InvitationJob = JobData & { meetingUuid: string };

/**
 * Queues one mail for each participant, in the transaction of the change that it tells of. Queueing
 * the same again adds nothing, and history that is replayed is told to nobody.
 */
export async function queueInvitations(
  tx: Tx,
  jobs: Jobs,
  invitations: Invitations,
): Promise<void> {
  if (invitations.participantUuids.length === 0 || (await isReplay(tx))) return;
  if ((await insertMails(tx, invitations)) === 0) return;
  const { meetingUuid } = invitations;
  const job: InvitationJob = { tenantUuid: tx.tenantUuid, meetingUuid };
  await jobs.enqueue(tx, invitationQueue, job);
}

/** Tells the participants of many meetings, except one person, of their last change: one mail each. */
export async function queueUpdates(
  tx: Tx,
  jobs: Jobs,
  meetingUuids: readonly string[],
  { except }: { except: string },
): Promise<void> {
  if (await isReplay(tx)) return;
  const { tenantUuid } = tx;
  const told = await insertMailsOfChange(tx, meetingUuids, except);
  const work = told.map((meetingUuid): InvitationJob => ({ tenantUuid, meetingUuid }));
  await jobs.enqueueAll(tx, invitationQueue, work);
}

/** Returns whether the transaction replays history, which is told to nobody. */
export async function isReplay(tx: Tx): Promise<boolean> {
  const [row] = await tx<[{ replay: boolean }]>`
    select change_time() < now() - interval '1 minute' as replay`;
  return row.replay;
}
