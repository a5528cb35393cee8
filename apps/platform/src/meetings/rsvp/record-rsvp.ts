import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { notFound, Problem } from '../../problems.ts';
import { takeBackItems } from '../../tell-people.ts';
import type { RsvpStatus } from '../schemas.ts';
import { findAnswered, saveAnswer, saveWords } from './queries.ts';
import type { Proposed, RsvpSource, Written } from './schemas.ts';

export type Rsvp = {
  meetingUuid: string;
  participantUuid: string;
  /** Absent: the answer stays, and other times are proposed. */
  status?: RsvpStatus | undefined;
  source: RsvpSource;
  /** Absent, as with `proposed`: those of the same answer stay, those of another go. */
  note?: string | null | undefined;
  proposed?: readonly Proposed[] | undefined;
  /** Nothing shows that the participant gave it: it came by an address without its secret. */
  tokenless?: boolean;
  /** Absent: it is written as it comes. */
  written?: Written | undefined;
  /** The SEQUENCE of the invitation that it answers. */
  sequence?: number;
};

/** Tells what became of an answer, whether it came with words or times that are new, and whether it declines anew. */
export type Recorded = {
  outcome: 'RECORDED' | 'OUTDATED';
  isToBeRead: boolean;
  isDeclined: boolean;
};

const outdated: Recorded = { outcome: 'OUTDATED', isToBeRead: false, isDeclined: false };

/**
 * Sets a participant's answer, whichever way it came, unless one that was written later stands or the
 * meeting has had another time since: then it is OUTDATED. A time of writing is at most the arrival;
 * between equal ones the mail's date decides, then the arrival. The meeting's row is held shared:
 * answers do not wait for each other, and none gets past a cancellation. Throws NOT_FOUND unless the
 * participant is one of the meeting, MEETING_CANCELED, MEETING_OVER once it has ended, and
 * ANSWER_CONFIRMED for a tokenless answer where a confirmed one stands.
 */
export async function recordRsvp(tx: Tx, rsvp: Rsvp): Promise<Recorded> {
  const { meetingUuid, participantUuid, source, tokenless = false, sequence } = rsvp;
  const written = rsvp.written ?? { stampedAt: null, datedAt: null };
  const standing = await findAnswered(tx, rsvp, written);
  if (!standing) throw notFound('participant');
  if (sequence !== undefined && sequence < standing.timeSequence) return outdated;
  if (standing.canceled) throw new Problem('MEETING_CANCELED');
  if (standing.over) throw new Problem('MEETING_OVER');
  if (tokenless && standing.isConfirmed) throw new Problem('ANSWER_CONFIRMED');
  if (standing.isLater) return outdated;

  const { rsvpStatus = standing.rsvpStatus } = { rsvpStatus: rsvp.status };
  const isSame = rsvpStatus === standing.rsvpStatus;
  const note = rsvp.note === undefined && isSame ? standing.note : (rsvp.note ?? null);
  const proposed = rsvp.proposed ?? (isSame ? standing.proposed : []);
  if (rsvp.status !== undefined) {
    const isConfirmed = !tokenless && rsvpStatus !== 'UNKNOWN';
    await saveAnswer(tx, participantUuid, { rsvpStatus, source, isConfirmed, written });
  }
  await saveWords(tx, participantUuid, { note, proposed });
  const hasOtherWords = note !== standing.note || textOf(proposed) !== textOf(standing.proposed);
  // Saying the same again is no news.
  if (isSame && !hasOtherWords) return { ...outdated, outcome: 'RECORDED' };
  const { participantType } = standing;
  await takeBackItems(tx, meetingUuid, participantUuid);
  await recordEvent(tx, {
    eventType: 'meeting.rsvp',
    entityType: 'MEETING',
    entityId: meetingUuid,
    attributes: {
      ...{ participantUuid, participantType, source },
      // What is written or proposed beside an answer that stands is no answer.
      ...(isSame ? {} : { rsvpStatus }),
      ...(note ? { hasNote: 'true' } : {}),
      ...(proposed.length > 0 ? { proposedCount: String(proposed.length) } : {}),
    },
  });
  return {
    outcome: 'RECORDED',
    isToBeRead: hasOtherWords && (note !== null || proposed.length > 0),
    isDeclined: !isSame && rsvpStatus === 'DECLINED',
  };
}

const textOf = (proposed: readonly Proposed[]) =>
  proposed.map(({ startDateTime, endDateTime }) => `${startDateTime}/${endDateTime}`).join();
