import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { countHeld, listLoads } from './queries.ts';
import { Insights, InsightsQuery } from './schemas.ts';

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
          'Of what the caller sees. A meeting held took place and had a client; personal events count nowhere.',
        querystring: InsightsQuery,
        response: { 200: Insights, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => ({
        weeks: await countHeld(tx, request.caller, request.query.timezone),
        loads: await listLoads(tx, request.caller),
      })),
  );
}
