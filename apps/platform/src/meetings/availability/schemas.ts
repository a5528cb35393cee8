import { Enum } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const availabilityStatuses = ['AVAILABLE', 'BUSY', 'UNKNOWN'] as const;

const LocalTime = Type.String({ format: 'local-time', examples: ['2027-03-01T09:30:00'] });

export const AvailabilityRequest = Type.Object({
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
});

export const Availability = Type.Object({
  availabilities: Type.Array(
    Type.Object({ userUuid: Type.String(), status: Enum(availabilityStatuses) }),
  ),
});

export type AvailabilityRequest = Static<typeof AvailabilityRequest>;
export type Availability = Static<typeof Availability>;
