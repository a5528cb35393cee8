import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { checkAvailability } from './check-availability.ts';
import type { ExternalBusy } from './external-busy.ts';
import { findSlots } from './find-slots.ts';
import { Availability, AvailabilityRequest, Slots, SlotsRequest } from './schemas.ts';

type Needs = { externalBusy: ExternalBusy };

export async function availabilityRoutes(app: Server, { externalBusy }: Needs) {
  app.post(
    '/api/v1/availability/check',
    {
      config: { area: 'calendar', roles: staffRoles, heavy: true, reads: true },
      schema: {
        operationId: 'checkAvailability',
        tags: ['Availability'],
        summary: 'Whether users are free at a time; never what keeps them busy',
        description:
          'Looks at meetings here and at connected calendars. With includeBusy each person’s busy times are added, merged and without titles.',
        body: AvailabilityRequest,
        response: { 200: Availability, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => checkAvailability(tx, request.caller, request.body, externalBusy)),
  );

  app.post(
    '/api/v1/availability/slots',
    {
      config: { area: 'calendar', roles: staffRoles, heavy: true, reads: true },
      schema: {
        operationId: 'findAvailableSlots',
        tags: ['Availability'],
        summary: 'The first times at which all of some users are free',
        description:
          'Steps through the range by the wall clock of the time zone, within the working hours. Answers at most 200 slots in which everybody is free.',
        body: SlotsRequest,
        response: { 200: Slots, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => findSlots(tx, request.caller, request.body, externalBusy)),
  );
}
