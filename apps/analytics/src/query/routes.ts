import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { readQuestion } from '@atrium/questions/read-question.ts';
import { QueryRequest } from '@atrium/questions/schemas.ts';
import { upperCaseWords } from '@atrium/questions/upper-case-words.ts';
import { Type } from 'typebox';
import type { Asking } from './asking.ts';
import { Catalogue, readCatalogue } from './catalogue.ts';
import { scopeOf } from './event-scope.ts';
import { runQuery, tellBusy } from './run-query.ts';
import { QueryAnswer } from './schemas.ts';

/** The most questions that are asked at once. */
const mostTogether = 12;

/** Registers the routes for questions and for the catalogue of what can be asked for. */
export async function queryRoutes(app: Server, { asking }: { asking: Asking }) {
  app.post(
    '/api/analytics/query',
    {
      // Room for a list of 1,000 values of 1,024 characters.
      bodyLimit: 4 * 1_048_576,
      config: { area: 'analytics', roles: staffRoles, reads: true },
      preValidation: async ({ body }) => upperCaseWords(body),
      schema: {
        operationId: 'queryAnalytics',
        tags: ['Analytics'],
        summary: 'Ask for metrics of events, in time buckets and groups',
        description:
          'Answers a table: its columns, and rows whose values follow their order. The range is [from, to); buckets begin in the time zone that is asked for, UTC by default. At most 10,000 rows.',
        body: QueryRequest,
        response: { 200: QueryAnswer, ...problems(400, 401, 403, 413, 415, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      const question = { ...scopeOf(request.caller), ...readQuestion(request.body) };
      return asking.ask(question.tenantUuid, reply, (run) =>
        runQuery(question, run, asking.attributeColumns),
      );
    },
  );

  app.post(
    '/api/analytics/queries',
    {
      bodyLimit: 1_048_576,
      config: { area: 'analytics', roles: staffRoles, reads: true },
      preValidation: async ({ body }) => {
        const { queries } = (body ?? {}) as { queries?: unknown };
        if (Array.isArray(queries)) for (const each of queries) upperCaseWords(each);
      },
      schema: {
        operationId: 'queryAnalyticsTogether',
        tags: ['Analytics'],
        summary: 'Ask several questions at once, as a page of figures does',
        description:
          'Up to twelve questions as `queryAnalytics` takes them; the answers follow their order. One that fails fails all.',
        body: Type.Object(
          { queries: Type.Array(QueryRequest, { minItems: 1, maxItems: mostTogether }) },
          { maxProperties: 100 },
        ),
        response: {
          200: Type.Object({ answers: Type.Array(QueryAnswer) }),
          ...problems(400, 401, 403, 413, 415, 429, 500, 503),
        },
      },
    },
    async ({ caller, body }, reply) => {
      const scope = scopeOf(caller);
      const questions = body.queries.map((each) => ({ ...scope, ...readQuestion(each) }));
      return asking.ask(scope.tenantUuid, reply, async (run) => {
        const answers: QueryAnswer[] = [];
        for (const question of questions)
          answers.push(await runQuery(question, run, asking.attributeColumns));
        return { answers };
      });
    },
  );

  app.get(
    '/api/analytics/catalogue',
    {
      config: { area: 'analytics', roles: staffRoles },
      schema: {
        operationId: 'getAnalyticsCatalogue',
        tags: ['Analytics'],
        summary: 'The event types and attribute keys of the events that the caller sees',
        description:
          'Lists each event type with its first and last event and the keys of its attributes. Partner staff see those of their partner’s events.',
        response: { 200: Catalogue, ...problems(401, 403, 429, 503) },
      },
    },
    async ({ caller }, reply) => {
      const scope = scopeOf(caller);
      return asking.ask(scope.tenantUuid, reply, (run) =>
        readCatalogue(scope, run).catch(tellBusy),
      );
    },
  );
}
