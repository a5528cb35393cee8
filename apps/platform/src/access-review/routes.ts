import { csvRecords } from '@atrium/kit/csv-record.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { type ExportPart, recordedExport } from '../exports/record-export.ts';
import { listAccess } from './queries.ts';
import { Access, type AccessRow, accessColumns } from './schemas.ts';

/** Serves the list of all that reaches a firm's data, for its regular review. */
export async function accessReviewRoutes(app: Server) {
  app.get(
    '/api/access-review',
    {
      config: { area: 'staff', roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'] as const },
      schema: {
        operationId: 'reviewAccess',
        tags: ['Staff'],
        summary: 'Everybody and everything that reaches the tenant’s data',
        description:
          'People who sign in, machines, personal tokens that stand, and webhook endpoints, with their roles, scopes, second factors and last use. With Accept: text/csv the same as a file, which is recorded as an export.',
        response: {
          200: {
            description: 'All of it, people first',
            content: {
              'application/json': { schema: Type.Array(Access) },
              'text/csv': { schema: Type.String() },
            },
          },
          ...problems(401, 403),
        },
      },
    },
    async (request, reply) => {
      const rows = await request.readTenant((tx) => listAccess(tx));
      if (!asksForCsv(request.headers.accept)) return reply.send(rows as never);
      const exported = { list: 'access-review', format: 'csv' } as const;
      const file = await recordedExport(request, exported, csvOf(rows));
      return reply
        .header('content-type', 'text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment; filename="access-review.csv"')
        .send(file as never);
    },
  );
}

async function* csvOf(rows: readonly AccessRow[]): AsyncGenerator<ExportPart> {
  yield { content: csvRecords([accessColumns]), rowCount: 0 };
  const cells = rows.map((row) => accessColumns.map((column) => row[column]));
  yield { content: csvRecords(cells), rowCount: rows.length };
}

/** Returns whether an Accept header names CSV, and not JSON before it. */
function asksForCsv(accept = ''): boolean {
  const csv = accept.search(/\btext\/csv\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i);
  const json = accept.search(/\bapplication\/json\b/i);
  return csv >= 0 && (json < 0 || csv < json);
}
