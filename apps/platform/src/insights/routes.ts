import { readsAreas, staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { countHeld, listLoads } from './queries.ts';
import { Insights, InsightsQuery } from './schemas.ts';

/** The parts of the API, beside the meetings, of which the loads tell. */
const told = ['contacts', 'households', 'tasks', 'staff'] as const;

export async function insightsRoutes(app: Server) {
  app.get(
    '/api/insights',
    {
      config: { area: 'meetings', roles: staffRoles, personOnly: true },
      schema: {
        operationId: 'getInsights',
        tags: ['Console'],
        summary: 'Meetings held by week, and what each member of staff has in care',
        description:
          'Of what the caller sees. A meeting held took place and had a client; personal events count nowhere. Programs get the loads with the scopes of contacts, households, tasks and staff besides.',
        querystring: InsightsQuery,
        response: { 200: Insights, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => ({
        weeks: await countHeld(tx, request.caller, request.query.timezone),
        ...(readsAreas(request.caller, ...told) && { loads: await listLoads(tx, request.caller) }),
      })),
  );
}
