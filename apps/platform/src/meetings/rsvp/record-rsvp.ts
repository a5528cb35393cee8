import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { notFound, Problem } from '../../problems.ts';
import type { RsvpStatus } from '../schemas.ts';

/** By which way an answer came. */
export type RsvpSource = 'USER' | 'LINK' | 'PAGE' | 'MAIL' | 'PROVIDER';

type Rsvp = {
  meetingUuid: string;
  participantUuid: string;
  status: RsvpStatus;
  source: RsvpSource;
  /** Nothing shows that the participant gave it: it came by an address without its secret. */
  tokenless?: boolean;
};

type Participant = { participantType: string; rsvpStatus: RsvpStatus; rsvpIsConfirmed: boolean };

/**
 * Sets a participant's answer, whichever way it came. The meeting's row is held shared: answers do
 * not wait for each other, and none gets past a cancellation. Throws NOT_FOUND unless the participant
 * is one of the meeting, MEETING_CANCELED, MEETING_OVER once it has ended, and ANSWER_CONFIRMED for a
 * tokenless answer where a confirmed one stands.
 */
export async function recordRsvp(tx: Tx, rsvp: Rsvp): Promise<void> {
  const { meetingUuid, participantUuid, status, source, tokenless = false } = rsvp;
  const [meeting] = await tx<{ canceled: boolean; over: boolean }[]>`
    select status = 'CANCELED' as canceled, ends_at <= change_time() as over
      from meetings where meeting_uuid = ${meetingUuid} for share`;
  const [participant] = await tx<Participant[]>`
    select participant_type, rsvp_status, rsvp_is_confirmed from meeting_participants
     where participant_uuid = ${participantUuid} and meeting_uuid = ${meetingUuid}
       and removed_at is null for update`;
  if (!meeting || !participant) throw notFound('participant');
  if (meeting.canceled) throw new Problem('MEETING_CANCELED');
  if (meeting.over) throw new Problem('MEETING_OVER');
  if (tokenless && participant.rsvpIsConfirmed) throw new Problem('ANSWER_CONFIRMED');
  await tx`
    update meeting_participants
       set rsvp_status = ${status}, rsvp_at = change_time(), rsvp_source = ${source},
           rsvp_is_confirmed = ${!tokenless && status !== 'UNKNOWN'}
     where participant_uuid = ${participantUuid}`;
  // Saying the same again is no news.
  if (participant.rsvpStatus === status) return;
  const { participantType } = participant;
  await recordEvent(tx, {
    eventType: 'meeting.rsvp',
    entityType: 'MEETING',
    entityId: meetingUuid,
    attributes: { participantUuid, participantType, rsvpStatus: status, source },
  });
}
