import { Enum, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { rsvpStatuses } from '../schemas.ts';

export const Answer = Enum(['ACCEPTED', 'DECLINED']);
export const RsvpInput = Type.Object({ status: Answer });

export const Token = Type.String({
  maxLength: 200,
  description:
    'The secret of the mailed link; a wrong one is refused, an absent one under production rules, unless RSVP_REQUIRE_TOKEN=false',
});

/** The part of a meeting that the public sees: its title and time, and the participant's own answer. */
export const PublicRsvp = Type.Object({
  meetingUuid: Uuid,
  participantUuid: Uuid,
  title: Type.Union([Type.String(), Type.Null()]),
  startDateTime: RecordTime,
  endDateTime: RecordTime,
  timezone: Type.String(),
  allDay: Type.Boolean(),
  status: Enum(rsvpStatuses, { description: 'The answer, under the name the request gives it' }),
  rsvpStatus: Enum(rsvpStatuses),
});

export type AnswerStatus = Static<typeof Answer>;
