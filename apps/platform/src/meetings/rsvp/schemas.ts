import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { readLocalTime } from '../../http/local-time.ts';
import { rsvpStatuses } from '../schemas.ts';

export const Answer = Enum(['ACCEPTED', 'DECLINED']);

const ProposedTime = Type.String({ format: 'local-time', examples: ['2027-03-01T09:30:00'] });
const ProposedInput = Named('RsvpInputProposed', {
  startDateTime: ProposedTime,
  endDateTime: ProposedTime,
});

/** The parts of an answer besides yes and no. */
export const said = {
  note: Type.Optional(
    Nullable(
      Type.String({ maxLength: 500, description: 'Shown to the host and to whoever made it' }),
    ),
  ),
  proposed: Type.Optional(
    Type.Array(ProposedInput, {
      maxItems: 3,
      description: 'Other times, local to the meeting’s zone; by a link, with its token only',
    }),
  ),
};
export const RsvpInput = Named('RsvpInput', { status: Type.Optional(Answer), ...said });

export const Token = Type.String({
  maxLength: 200,
  description:
    'The secret of the mailed link; a wrong one is refused, an absent one under production rules, unless RSVP_REQUIRE_TOKEN=false',
});

/** The part of a meeting that the public sees: its title and time, and the participant's own answer. */
export const PublicRsvp = Named('PublicMeeting', {
  meetingUuid: Uuid,
  participantUuid: Uuid,
  title: Type.Union([Type.String(), Type.Null()]),
  startDateTime: RecordTime,
  endDateTime: RecordTime,
  timezone: Type.String(),
  allDay: Type.Boolean(),
  status: Enum(rsvpStatuses, { description: 'The answer, under the name the request gives it' }),
  rsvpStatus: Enum(rsvpStatuses, { title: 'MeetingParticipantRsvpStatus' }),
});

export type AnswerStatus = Static<typeof Answer>;
export type Proposed = Static<typeof ProposedInput>;

/** By which way an answer came. */
export type RsvpSource = 'USER' | 'LINK' | 'PAGE' | 'MAIL' | 'PROVIDER';

/** The times at which an answer says it was written, and the mail that brought it was. */
export type Written = { stampedAt: string | null; datedAt: string | null };

/** Holds what somebody says: an answer, another time, or both, and words with it. */
export type Said = {
  status: AnswerStatus | undefined;
  note: string | null | undefined;
  proposed: Proposed[] | undefined;
};

/**
 * Reads what a request answers. Throws VALIDATION_FAILED unless it has an answer or another time, or a note where
 * that may come alone, and each time ends after its start.
 */
export function readSaid(
  { status, note, proposed }: Static<typeof RsvpInput>,
  { mayBeNote = false } = {},
): Said {
  if (status === undefined && !proposed?.length && !(mayBeNote && note?.trim()))
    throw invalid(fieldError('status', 'REQUIRED', 'is required, unless a time is proposed'));
  const times = proposed?.map((each, at) => {
    const [startDateTime, endDateTime] = [each.startDateTime, each.endDateTime].map(readLocalTime);
    if (startDateTime && endDateTime && endDateTime > startDateTime)
      return { startDateTime, endDateTime };
    const field = `proposed[${at}].endDateTime`;
    throw invalid(fieldError(field, 'NOT_AFTER_START', 'must be after startDateTime'));
  });
  return { status, note: note === undefined ? undefined : note?.trim() || null, proposed: times };
}
