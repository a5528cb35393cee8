import type { Readable } from 'node:stream';
import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { parseJson } from '@atrium/kit/http/json-body.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { type Static, Type } from 'typebox';
import type { Jobs } from '../../background/jobs.ts';
import { checkFile } from './check-file.ts';
import { mendRow } from './mend-row.ts';
import { pauseImport } from './pause-import.ts';
import { listRefusedRows } from './queries.ts';
import { receiveImport } from './receive-import.ts';
import { resumeImport } from './resume-import.ts';
import { CheckedFile, Import, ImportQuery, RefusedRow, RowOutcome, RowValues } from './schemas.ts';
import { visibleImport } from './visible-imports.ts';

const tags = ['Contacts'];
const config = { area: 'contacts', roles: staffRoles };
const ByUuid = Type.Object({ importUuid: Uuid });
// Read as it comes: the type is for the document.
const CsvStream = Type.Unsafe<unknown>({ description: 'A line of names, then a line a contact' });
const RowPath = Type.Object({
  importUuid: Uuid,
  line: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'In the file, from 1' }),
});
const RowsQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 50_000, default: 0 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

export async function contactImportRoutes(app: Server, jobs: Jobs) {
  // A scope of its own: only here is CSV a body.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('text/csv', async (_request: unknown, body: unknown) => body);

    scope.post<{ Querystring: Static<typeof ImportQuery> }>(
      '/api/contacts/import',
      {
        config: { ...config, creates: 'STREAMED' },
        schema: {
          operationId: 'importContacts',
          tags,
          summary: 'Create contacts from CSV, up to 50,000 rows; poll the import for progress',
          description:
            'The first line names the columns; mapping and defaults fill what is missing. Rows are taken in the background, each for itself. With dryRun the answer is 200 with what would become of the first rows, and nothing is written.',
          querystring: ImportQuery,
          body: { content: { 'text/csv': { schema: CsvStream } } },
          response: {
            200: CheckedFile,
            202: Import,
            ...problems(400, 401, 403, 409, 413, 415, 422),
          },
        },
      },
      async (request, reply) => {
        const { dryRun, mapping, defaults, decimal = null, onExisting = 'SKIP' } = request.query;
        const body = request.body as Readable | undefined;
        if (!body) throw invalid(fieldError('body', 'REQUIRED', 'must be CSV with a header'));
        const reading = {
          mapping: readTexts<string | null>('mapping', mapping, isTextOrNull),
          defaults: readTexts('defaults', defaults, isText),
          decimal,
          onExisting,
        };
        if (dryRun) return checkFile(request, body, reading);
        reply.code(202);
        return receiveImport(request, jobs, body, reading);
      },
    );
  });

  app.get(
    '/api/contacts/imports/:importUuid',
    {
      config,
      schema: {
        operationId: 'getContactImport',
        tags,
        summary: 'How far an import is',
        description:
          'Counts the rows that were processed, accepted and refused so far. The counts are final once finishedAt is set.',
        params: ByUuid,
        response: { 200: Import, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) => visibleImport(tx, request.caller, request.params.importUuid)),
  );

  app.get(
    '/api/contacts/imports/:importUuid/refused-rows',
    {
      config,
      schema: {
        operationId: 'listRefusedImportRows',
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
        const { importUuid } = await visibleImport(tx, request.caller, request.params.importUuid);
        return listRefusedRows(tx, importUuid, page, size);
      }),
  );

  app.put(
    '/api/contacts/imports/:importUuid/rows/:line',
    {
      config,
      schema: {
        operationId: 'mendImportRow',
        tags,
        summary: 'Try a refused row again with other values, by the caller’s own rights',
        description:
          'Tries a refused row again with other values, named as the file’s columns are. Answers its outcome.',
        params: RowPath,
        body: RowValues,
        response: { 200: RowOutcome, ...problems(400, 401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) => mendRow(tx, request.caller, request.params, request.body.values)),
  );

  app.post(
    '/api/contacts/imports/:importUuid/pause',
    {
      config,
      schema: {
        operationId: 'pauseContactImport',
        tags,
        summary: 'Let an import rest; rows that are under way are still taken',
        description: 'No more rows are tried until it is resumed. Once more changes nothing.',
        params: ByUuid,
        response: { 200: Import, ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) => pauseImport(tx, request.caller, request.params.importUuid)),
  );

  app.post(
    '/api/contacts/imports/:importUuid/resume',
    {
      config,
      schema: {
        operationId: 'resumeContactImport',
        tags,
        summary: 'Let a paused import go on',
        description: 'Goes on where it was paused. Once more changes nothing.',
        params: ByUuid,
        response: { 200: Import, ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) => resumeImport(tx, jobs, request.caller, request.params.importUuid)),
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
