import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { Enum, problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { Problem } from '../problems.ts';
import { findConnectionView, lockConnected } from './connections/connection-queries.ts';
import { Connection } from './connections/connection-schemas.ts';
import { decideSuspension } from './import/suspension.ts';

const SuspensionDecision = Type.Object({
  decision: Enum(['APPLY', 'KEEP'], {
    description: 'APPLY cancels the meetings that are shown, KEEP writes their events anew',
  }),
});

export async function calendarSuspensionRoutes(app: Server) {
  app.post(
    '/api/v1/calendar/suspension',
    {
      config: { roles: staffRoles, personOnly: true },
      schema: {
        operationId: 'decideCalendarSuspension',
        tags: ['Calendar'],
        summary: 'Decide whether the meetings whose events disappeared are canceled or kept',
        description:
          'APPLY cancels the meetings, KEEP writes their events to the calendar again. Answers the connection.',
        body: SuspensionDecision,
        response: { 200: Connection, ...problems(400, 401, 403, 409) },
      },
    },
    (request) =>
      request.inTenant(async (tx) => {
        const { userUuid } = request.caller;
        const connection = await lockConnected(tx, userUuid);
        const { decision } = request.body;
        if (!connection || !(await decideSuspension(tx, connection, decision)))
          throw new Problem('NOTHING_SUSPENDED');
        return findConnectionView(tx, userUuid);
      }),
  );
}
