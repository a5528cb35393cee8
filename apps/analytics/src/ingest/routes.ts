import { hasRole, staffRoles } from '@atrium/kit/auth/caller.ts';
import { invalid } from '@atrium/kit/problem.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../problems.ts';
import { readBatch, readLines } from './batch-body.ts';
import { createEventBudget } from './event-budget.ts';
import type { Ingestor } from './ingestor.ts';
import { largeBodies } from './large-bodies.ts';
import { readEvent } from './read-event.ts';
import {
  AnalyticsEvent,
  AnyCaseUuid,
  BatchResult,
  ClearReport,
  EventBatch,
  eventBytes,
  PurgeReport,
  ValuesToClear,
} from './schemas.ts';
import { ofOwnPartner } from './sender-partner.ts';
import { mayWriteTo, takeBatch } from './take-batch.ts';

const batchBytes = 16 * 1_048_576;
const ndjson = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'];

type IngestRouteOptions = {
  ingestor: Ingestor;
  eventsPerMinute: number;
  historyPerMinute: number;
};

/** Registers the routes for sending events, one or many, and for deleting a tenant's. */
export async function ingestRoutes(app: Server, options: IngestRouteOptions) {
  const { ingestor } = options;
  const spend = createEventBudget(options.eventsPerMinute);
  const readLarge = largeBodies();
  const spendHistory = createEventBudget(options.historyPerMinute);
  // Events have a limit of their own: by tenant and not by user, and in events.
  const config = { area: 'events', roles: staffRoles, rateLimit: false as const };

  app.post(
    '/api/analytics/events',
    {
      bodyLimit: eventBytes,
      config,
      // Checked in the handler by the one reader that batches use too.
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'recordAnalyticsEvent',
        tags: ['Analytics'],
        summary: 'Send an event; 202 means that it is durable and counts once for ever',
        description:
          'An event counts once for each tenant and eventId: a repeat is taken and changes nothing. The tenant must be the caller’s own, and what partner staff send bears their own partner. It can be queried within two seconds.',
        body: AnalyticsEvent,
        response: {
          202: Type.Unsafe<undefined>({ type: 'null', description: 'Taken, or known already' }),
          ...problems(400, 401, 403, 413, 415, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const row = readEvent(request.body ?? {}, Date.now());
      if (Array.isArray(row)) throw invalid(...row);
      if (!mayWriteTo(request.caller, row.tenantId)) throw new Problem('FORBIDDEN_TENANT');
      const borne = ofOwnPartner(request.caller, row);
      if (!borne) throw new Problem('FORBIDDEN_PARTNER');
      if (!hasRole(request.caller, 'SYSTEM_ADMIN')) spend(row.tenantId, 1);
      await ingestor.accept([borne]);
      return reply.code(202).send(undefined);
    },
  );

  app.register(async (batches: Server) => {
    batches.removeContentTypeParser('application/json');
    batches.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, body: string | Buffer) =>
        readBatch(body as Buffer, headers['content-type']),
    );
    batches.addContentTypeParser(
      ndjson,
      async ({ headers }: FastifyRequest, body: RequestPayload) =>
        readLines(body as AsyncIterable<Buffer>, batchBytes, headers['content-type']),
    );
    batches.post(
      '/api/analytics/events/batch',
      {
        bodyLimit: batchBytes,
        preParsing: readLarge,
        config,
        schema: {
          operationId: 'recordAnalyticsEvents',
          tags: ['Analytics'],
          summary: 'Send up to 1,000 events as JSON or NDJSON, also packed with gzip',
          description:
            'Each item is taken or refused for itself; what was taken can be queried. A batch that a credential sends and whose events are all older than a day counts against a budget of its own.',
          body: EventBatch,
          response: { 200: BatchResult, ...problems(400, 401, 403, 413, 415, 429, 503) },
        },
      },
      ({ body, caller }) => takeBatch(body.events, caller, { spend, spendHistory }, ingestor),
    );
  });

  app.delete(
    '/api/analytics/tenants/:tenantUuid/events',
    {
      config: { roles: ['SYSTEM_ADMIN'] as const },
      schema: {
        operationId: 'purgeAnalyticsEvents',
        tags: ['Analytics'],
        summary: 'Delete every event of a tenant for good',
        description:
          'Answers how many events were removed. The platform calls it when a tenant is removed for good.',
        params: Type.Object({ tenantUuid: AnyCaseUuid }),
        response: { 200: PurgeReport, ...problems(401, 403, 404) },
      },
    },
    async ({ params }) => {
      const tenantUuid = params.tenantUuid.toLowerCase();
      return { tenantUuid, removed: await ingestor.purge(tenantUuid) };
    },
  );

  app.post(
    '/api/analytics/tenants/:tenantUuid/events/clear',
    {
      config: { roles: ['SYSTEM_ADMIN'] as const },
      schema: {
        operationId: 'clearAnalyticsValues',
        tags: ['Analytics'],
        summary: 'Clear values of a person in the attributes of a tenant’s events',
        description:
          'In each attribute in which a value occurs, in any case and also as part of a longer text, `—` stands in its place; events that are accepted and not stored yet are stored first, and the journal keeps none of them. Identifiers stay known: an event that is sent again is a duplicate. 503 when it takes too long; asked again, it goes on. The platform calls it when a person is erased.',
        params: Type.Object({ tenantUuid: AnyCaseUuid }),
        body: ValuesToClear,
        response: { 200: ClearReport, ...problems(400, 401, 403, 404, 413, 415, 503) },
      },
    },
    async ({ params, body }) => {
      const tenantUuid = params.tenantUuid.toLowerCase();
      return { tenantUuid, cleared: await ingestor.clear(tenantUuid, body.values) };
    },
  );
}
