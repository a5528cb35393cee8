import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { notFound } from '../../problems.ts';
import { lockSeenMeeting, requireAllowed } from '../find-meeting.ts';
import { markResent, nextResend } from './queries.ts';
import { queueInvitations } from './queue-invitations.ts';
import type { Resent } from './schemas.ts';

/**
 * Sends the invitation once more, to all participants or to one. Who declined, has no e-mail, or
 * was sent to again in the last five minutes is skipped. Throws NOT_FOUND, FORBIDDEN to who neither
 * hosts nor created the meeting, and MEETING_CANCELED.
 */
export async function resendInvitations(
  tx: Tx,
  caller: Caller,
  { meetingUuid, participantUuid }: { meetingUuid: string; participantUuid?: string },
): Promise<Resent[]> {
  const meeting = await lockSeenMeeting(tx, caller, meetingUuid);
  requireAllowed('resend', meeting);
  const wanted = participantUuid?.toLowerCase();
  const recipients = meeting.participants.filter(
    (each) => wanted === undefined || each.participantUuid === wanted,
  );
  if (wanted && recipients.length === 0) throw notFound('participant');

  const reachable = recipients.filter(({ email }) => email !== null);
  const resent = await markResent(
    tx,
    reachable.map((each) => each.participantUuid),
  );
  if (resent.size > 0) {
    await queueInvitations(tx, {
      meetingUuid: meeting.meetingUuid,
      method: 'REQUEST',
      participantUuids: [...resent.keys()],
      sequence: meeting.sequence,
      resend: await nextResend(tx, meeting.meetingUuid, meeting.sequence),
    });
    await recordEvent(tx, {
      eventType: 'meeting.invitation_resent',
      entityType: 'MEETING',
      entityId: meeting.meetingUuid,
      attributes: {
        recipientCount: String(resent.size),
        skippedCount: String(recipients.length - resent.size),
      },
    });
  }
  return recipients.map((each) => ({
    participantUuid: each.participantUuid,
    email: each.email,
    lastInvitationResentAt: resent.get(each.participantUuid) ?? null,
  }));
}
