import { Enum, Named, RecordTime } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const availabilityStatuses = ['AVAILABLE', 'BUSY', 'UNKNOWN'] as const;

const LocalTime = Type.String({ format: 'local-time', examples: ['2027-03-01T09:30:00'] });

export const AvailabilityRequest = Named('AvailabilityRequest', {
  userUuids: Type.Array(
    Type.String({ maxLength: 100, description: 'Staff or contacts; any other is UNKNOWN' }),
    { minItems: 1, maxItems: 1_000 },
  ),
  startDateTime: LocalTime,
  endDateTime: LocalTime,
  timezone: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'time-zone',
      description: 'Of the two times; without it the caller’s own, or else UTC',
    }),
  ),
  includeBusy: Type.Optional(
    Type.Boolean({ description: 'Adds which times are taken; users times days ≤ 36,600' }),
  ),
});

export const BusyBlock = Type.Object({
  startDateTime: RecordTime,
  endDateTime: RecordTime,
  reason: Enum(['MEETING', 'EXTERNAL', 'UNREADABLE'], {
    description: 'UNREADABLE where the times of the user are not known',
  }),
});

export const Availability = Named('Availability', {
  availabilities: Type.Array(
    Type.Object({
      userUuid: Type.String(),
      status: Enum(availabilityStatuses),
      busy: Type.Optional(
        Type.Array(BusyBlock, {
          description: 'With includeBusy: in the zone asked in, in order, without overlaps',
        }),
      ),
    }),
  ),
});

const TimeOfDay = (example: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: [example] });

export const SlotsRequest = Type.Object({
  userUuids: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 50 }),
  startDateTime: LocalTime,
  endDateTime: Type.String({
    format: 'local-time',
    description: 'At most 60 days after the start',
    examples: ['2027-03-05T18:00:00'],
  }),
  timezone: Type.String({
    format: 'time-zone',
    description: 'Of all times, also of the answer',
    examples: ['America/Santiago'],
  }),
  durationMinutes: Type.Integer({ minimum: 5, maximum: 480, examples: [45] }),
  stepMinutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_440, default: 15, examples: [15] }),
  ),
  workingHours: Type.Optional(
    Type.Object(
      {
        start: TimeOfDay('09:00'),
        end: TimeOfDay('18:00'),
        days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
          minItems: 1,
          maxItems: 7,
          description: 'ISO days of the week: 1 is Monday, 7 is Sunday',
          examples: [[1, 2, 3, 4, 5]],
        }),
      },
      { description: 'Slots lie within them and step from their start; without them any hour' },
    ),
  ),
});

export const Slots = Type.Object({
  slots: Type.Array(
    Named('MeetingParticipantProposed', { startDateTime: RecordTime, endDateTime: RecordTime }),
    { maxItems: 200, description: 'The first times at which all are free' },
  ),
  unknownUsers: Type.Array(Type.String(), {
    description: 'Users whose times are not known; while there are any, slots is empty',
  }),
});

export type AvailabilityRequest = Static<typeof AvailabilityRequest>;
export type Availability = Static<typeof Availability>;
export type BusyBlock = Static<typeof BusyBlock>;
export type SlotsRequest = Static<typeof SlotsRequest>;
export type Slots = Static<typeof Slots>;
