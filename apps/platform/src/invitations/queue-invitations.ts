import type { Tx } from '../db.ts';
import type { Services } from '../services.ts';

/** Who is to be told what of a meeting: REQUEST invites or tells of a change, CANCEL calls off. */
export type Invitations = {
  meetingUuid: string;
  method: 'REQUEST' | 'CANCEL';
  /** Participants of the meeting, or, with CANCEL, who were just removed from it. */
  participantUuids: readonly string[];
  /** iCalendar's SEQUENCE, which grows with what guests are told of. */
  sequence: number;
};

/** Queues one mail for each participant, in the transaction of the change that it tells of. */
export async function queueInvitations(
  _tx: Tx,
  _services: Pick<Services, 'jobs'>,
  _invitations: Invitations,
): Promise<void> {}
