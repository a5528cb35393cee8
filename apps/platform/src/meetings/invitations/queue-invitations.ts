import { randomUUIDv7 } from 'node:crypto';
import type { JobData, Jobs } from '../../background/jobs.ts';
import type { Tx } from '../../database/transaction.ts';
import { insertMails, insertMailsOfChange } from './queries.ts';

/** The queue of the job that sends a meeting's mails. */
export const invitationQueue = 'invitation-mail';

export type InvitationJob = JobData & { meetingUuid: string };

/** The mails that a change of a meeting needs: REQUEST invites or tells of a change, CANCEL cancels. */
type Invitations = {
  meetingUuid: string;
  method: 'REQUEST' | 'CANCEL';
  /** Participants of the meeting, or, with CANCEL, who were just removed from it. */
  participantUuids: readonly string[];
  /** iCalendar's SEQUENCE, which grows with what guests are told of. */
  sequence: number;
  /** 0 tells of a change; a number from 1 on sends once more what was told before. */
  resend?: number;
};

/**
 * Queues one mail for each participant, in the transaction of the change that it tells of. Queueing
 * the same again adds nothing, and history that is replayed is told to nobody.
 */
export async function queueInvitations(
  tx: Tx,
  jobs: Jobs,
  { meetingUuid, method, participantUuids, sequence, resend = 0 }: Invitations,
): Promise<void> {
  if (participantUuids.length === 0 || (await isReplay(tx))) return;
  const mails = participantUuids.map((participantUuid) => ({
    mailUuid: randomUUIDv7(),
    meetingUuid,
    participantUuid,
    method,
    sequence,
    resend,
  }));
  if ((await insertMails(tx, mails)) === 0) return;
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

async function isReplay(tx: Tx): Promise<boolean> {
  const [row] = await tx<[{ replay: boolean }]>`
    select change_time() < now() - interval '1 minute' as replay`;
  return row.replay;
}
