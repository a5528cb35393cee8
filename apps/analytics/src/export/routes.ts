import { Readable } from 'node:stream';
import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { eventTypePattern } from '@atrium/questions/schemas.ts';
import { readMoment } from '@atrium/questions/zone.ts';
import { Type } from 'typebox';
import { AnalyticsEvent } from '../ingest/schemas.ts';
import type { Asking } from '../query/asking.ts';
import { scopeOf } from '../query/event-scope.ts';
import { explain } from '../query/run-query.ts';
import { eventPages } from './event-pages.ts';

const ExportRange = Type.Object({
  eventType: Type.Optional(Type.String({ pattern: eventTypePattern, maxLength: 128 })),
  from: Type.Optional(
    Type.String({ format: 'moment', maxLength: 40, description: 'First instant, ISO 8601' }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'moment',
      maxLength: 40,
      description: 'The instant after the last, ISO 8601',
    }),
  ),
});

/** An event with the time at which it came. */
const StoredEvent = Type.Object({
  ...AnalyticsEvent.properties,
  receivedAt: Type.String({ format: 'date-time' }),
});

const earliest = '1900-01-01T00:00:00Z';
const daysAhead = 2 * 86_400_000;

/** Registers the route by which a tenant's events are read back as they were sent. */
export async function exportRoutes(app: Server, { asking }: { asking: Asking }) {
  app.get(
    '/api/analytics/events',
    {
      config: { area: 'analytics', roles: staffRoles, heavy: true },
      schema: {
        operationId: 'exportAnalyticsEvents',
        tags: ['Analytics'],
        summary: 'The events that the caller sees as NDJSON, by type and then by time',
        description:
          'Streams one event a line, between from (included) and to (excluded). An answer that breaks off is not whole.',
        querystring: ExportRange,
        response: {
          200: {
            description: 'One event a line, streamed; an answer that breaks off is not whole',
            content: { 'application/x-ndjson': { schema: StoredEvent } },
          },
          ...problems(400, 401, 403, 429, 500, 503),
        },
      },
    },
    async ({ caller, query }, reply) => {
      const fromMs = readMoment(query.from ?? earliest, 'UTC');
      const toMs = query.to ? readMoment(query.to, 'UTC') : Date.now() + daysAhead;
      if (fromMs >= toMs) throw invalid(fieldError('to', 'TOO_SMALL', 'must be after from'));
      const scope = scopeOf(caller);
      const run = await asking.askInTurns(scope.tenantUuid, reply);
      const pages = eventPages({ ...scope, eventType: query.eventType, fromMs, toMs }, run);
      // The first page is read before the answer begins, so that a failure has its status.
      const first = await pages.next().catch(explain);
      reply.type('application/x-ndjson');
      return Readable.from(following(first, pages)) as never;
    },
  );
}

async function* following(first: IteratorResult<string>, rest: AsyncGenerator<string>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
