import { setTimeout as pause } from 'node:timers/promises';
import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply } from 'fastify';
import type { Ingestor } from '../ingest/ingestor.ts';
import type { QueryCaps, Store } from '../store/store.ts';
import { Catalogue, readCatalogue } from './catalogue.ts';
import { createQuerySlots } from './query-slots.ts';
import { raiseWords } from './raise-words.ts';
import { readQuery } from './read-query.ts';
import { type RunSql, runQuery } from './run-query.ts';
import { QueryAnswer, QueryRequest } from './schemas.ts';

export type QueryRouteOptions = { store: Store; ingestor: Ingestor; caps: QueryCaps };

/** How long a question waits for events that were accepted before it, when the store lags. */
const freshnessMs = 2_000;

/** Asking: queries, and the catalogue of what can be asked for. */
export async function queryRoutes(app: Server, { store, ingestor, caps }: QueryRouteOptions) {
  const inSlot = createQuerySlots({
    slots: store.readers,
    maxWaiting: 200,
    maxWaitingOfTenant: 50,
  });

  /** Runs work that asks the store, for one tenant, until its caller goes away. */
  async function ask<T>(tenant: string, reply: FastifyReply, work: (run: RunSql) => Promise<T>) {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    await Promise.race([
      ingestor.settled(tenant),
      pause(freshnessMs, undefined, { ref: false, signal: gone.signal }).catch(() => {}),
    ]);
    const run: RunSql = (sql) => store.query(sql, caps, gone.signal);
    return inSlot(tenant, gone.signal, () => work(run));
  }

  app.post(
    '/api/analytics/query',
    {
      // Room for a list of 1,000 values of 1,024 characters.
      bodyLimit: 4 * 1_048_576,
      config: { roles: staffRoles },
      preValidation: async ({ body }) => raiseWords(body),
      schema: {
        operationId: 'queryAnalytics',
        tags: ['Analytics'],
        summary: 'Ask for metrics of events, in time buckets and groups',
        body: QueryRequest,
        response: { 200: QueryAnswer, ...problems(400, 401, 403, 413, 415, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      const question = readQuery(request.body, request.caller.tenantUuid);
      return ask(question.tenantUuid, reply, (run) => runQuery(question, run));
    },
  );

  app.get(
    '/api/analytics/catalogue',
    {
      config: { roles: staffRoles },
      schema: {
        operationId: 'getAnalyticsCatalogue',
        tags: ['Analytics'],
        summary: 'The event types and attribute keys that the tenant has sent',
        response: { 200: Catalogue, ...problems(401, 403, 429, 503) },
      },
    },
    async ({ caller }, reply) => {
      const tenant = caller.tenantUuid.toLowerCase();
      return ask(tenant, reply, (run) => readCatalogue(tenant, run));
    },
  );
}
