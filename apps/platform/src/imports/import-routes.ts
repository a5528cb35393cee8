import type { Readable } from 'node:stream';
import { parseJson } from '@atrium/kit/http/json-body.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { Jobs } from '../background/jobs.ts';
import { checkFile } from './check-file.ts';
import type { Importable } from './importable.ts';
import { mendRow } from './mend-row.ts';
import { mostBytes } from './open-file.ts';
import { pauseImport } from './pause-import.ts';
import { listRefusedRows } from './queries.ts';
import { receiveImport } from './receive-import.ts';
import { resumeImport } from './resume-import.ts';
import { CheckedFile, Import, type ImportQuery, RefusedRow, RowValues } from './schemas.ts';
import { visibleImport } from './visible-imports.ts';

const ByUuid = Type.Object({ importUuid: Uuid });
// Read as it comes: the type is for the document.
const CsvStream = Type.Unsafe<unknown>({ description: 'A line of names, then a line a record' });
const RowPath = Type.Object({
  importUuid: Uuid,
  line: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'In the file, from 1' }),
});
const RowsQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 50_000, default: 0 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

/** The routes of one kind of import: their addresses, their words and who may call them. */
type ImportRoutes = {
  what: Importable;
  /** Where files are sent, and where the imports are. */
  paths: readonly [files: string, imports: string];
  area: string;
  tags: string[];
  operationIds: Record<'import' | 'get' | 'listRefused' | 'mend' | 'pause' | 'resume', string>;
  summary: string;
  description: string;
  query: TSchema;
  outcome: TSchema;
  /** Runs what stores a file in the tenant that the request says, which is the caller's where absent. */
  inTenant?: <T>(
    caller: FastifyRequest['caller'],
    stated: string | undefined,
    run: (tenantUuid: string) => Promise<T>,
  ) => Promise<T>;
};

export async function importRoutes(app: Server, jobs: Jobs, routes: ImportRoutes) {
  const { what, paths, tags, operationIds, inTenant } = routes;
  const [files, imports] = paths;
  const config = { area: routes.area, roles: what.roles };

  // A scope of its own: only here is CSV a body.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('text/csv', async (_request: unknown, body: unknown) => body);

    scope.post<{ Querystring: ImportQuery }>(
      files,
      {
        config: { ...config, creates: 'STREAMED' },
        bodyLimit: mostBytes,
        schema: {
          operationId: operationIds.import,
          tags,
          summary: routes.summary,
          description: routes.description,
          querystring: routes.query,
          body: { content: { 'text/csv': { schema: CsvStream } } },
          response: {
            200: CheckedFile,
            202: Import,
            ...problems(400, 401, 403, 409, 413, 415, 422),
          },
        },
      },
      async (request, reply) => {
        const { caller, query } = request;
        const { dryRun, mapping, defaults, decimal = null, onExisting = 'SKIP', invite } = query;
        const body = request.body as Readable | undefined;
        if (!body) throw invalid(fieldError('body', 'REQUIRED', 'must be CSV with a header'));
        const reading = {
          mapping: readTexts<string | null>('mapping', mapping, isTextOrNull),
          defaults: readTexts('defaults', defaults, isText),
          decimal,
          onExisting,
          ...(invite && { invite }),
        };
        const take = async (tenantUuid: string) =>
          dryRun
            ? checkFile(what, request, body, reading, tenantUuid)
            : receiveImport(what, request, jobs, body, reading, tenantUuid);
        if (!dryRun) reply.code(202);
        return inTenant ? inTenant(caller, query.tenantUuid, take) : take(caller.tenantUuid);
      },
    );
  });

  app.get(
    `${imports}/:importUuid`,
    {
      config,
      schema: {
        operationId: operationIds.get,
        tags,
        summary: 'How far an import is',
        description:
          'Counts the rows that were processed, accepted and refused so far. The counts are final once finishedAt is set.',
        params: ByUuid,
        response: { 200: Import, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) =>
        visibleImport(tx, what, request.caller, request.params.importUuid),
      ),
  );

  app.get(
    `${imports}/:importUuid/refused-rows`,
    {
      config,
      schema: {
        operationId: operationIds.listRefused,
        tags,
        summary: 'The rows an import refused, by line, and why',
        description: 'By page, in the order of the file. Each row names its bad fields.',
        params: ByUuid,
        querystring: RowsQuery,
        response: { 200: Type.Array(RefusedRow), ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        const { page = 0, size = 100 } = request.query;
        const { importUuid } = await visibleImport(
          tx,
          what,
          request.caller,
          request.params.importUuid,
        );
        return listRefusedRows(tx, importUuid, page, size);
      }),
  );

  app.put(
    `${imports}/:importUuid/rows/:line`,
    {
      config,
      schema: {
        operationId: operationIds.mend,
        tags,
        summary: 'Try a refused row again with other values, by the caller’s own rights',
        description:
          'Tries a refused row again with other values, named as the file’s columns are. Answers its outcome.',
        params: RowPath,
        body: RowValues,
        response: { 200: routes.outcome, ...problems(400, 401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant(async (tx) => {
        const { caller, params, body } = request;
        const { recordUuid, ...outcome } = await mendRow(tx, what, caller, params, body.values);
        return { ...outcome, [what.identifier]: recordUuid };
      }),
  );

  app.post(
    `${imports}/:importUuid/pause`,
    {
      config,
      schema: {
        operationId: operationIds.pause,
        tags,
        summary: 'Let an import rest; rows that are under way are still taken',
        description: 'No more rows are tried until it is resumed. Once more changes nothing.',
        params: ByUuid,
        response: { 200: Import, ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) => pauseImport(tx, what, request.caller, request.params.importUuid)),
  );

  app.post(
    `${imports}/:importUuid/resume`,
    {
      config,
      schema: {
        operationId: operationIds.resume,
        tags,
        summary: 'Let a paused import go on',
        description: 'Goes on where it was paused. Once more changes nothing.',
        params: ByUuid,
        response: { 200: Import, ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        resumeImport(tx, jobs, what, request.caller, request.params.importUuid),
      ),
  );
}

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || isText(value);

/** Reads a JSON object of texts from a query parameter. */
function readTexts<T extends string | null = string>(
  name: string,
  text: string | undefined,
  isTaken: (value: unknown) => boolean,
): Record<string, T> {
  if (text === undefined) return {};
  const value = parseJson(text);
  const isTexts =
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.values(value).every(isTaken);
  if (!isTexts) throw invalid(fieldError(name, 'WRONG_TYPE', 'must be a JSON object of texts'));
  return value as Record<string, T>;
}
