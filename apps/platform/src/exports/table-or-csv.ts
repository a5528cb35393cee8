import { csvRecords } from '@atrium/kit/csv-record.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type ExportPart, recordedExport } from './record-export.ts';

/** Returns the answer of a table that also comes as a file. */
export const tableOrCsv = (description: string, row: TSchema) => ({
  200: {
    description,
    content: {
      'application/json': { schema: Type.Array(row) },
      'text/csv': { schema: Type.String() },
    },
  },
});

/** Answers a table as JSON, or as CSV where that is asked for, which is recorded as an export. */
export async function sendTable<Row extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  table: { list: string; columns: readonly (keyof Row & string)[]; rows: readonly Row[] },
) {
  const { list, columns, rows } = table;
  if (!asksForCsv(request.headers.accept)) return reply.send(rows);
  const cells = rows.map((row) => columns.map((column) => row[column]));
  async function* parts(): AsyncGenerator<ExportPart> {
    yield { content: csvRecords([columns]), rowCount: 0 };
    yield { content: csvRecords(cells), rowCount: rows.length };
  }
  const file = await recordedExport(request, { list, format: 'csv' }, parts());
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${list}.csv"`)
    .send(file);
}

/** Returns whether an Accept header names CSV, and not JSON before it. */
function asksForCsv(accept = ''): boolean {
  const csv = accept.search(/\btext\/csv\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i);
  const json = accept.search(/\bapplication\/json\b/i);
  return csv >= 0 && (json < 0 || csv < json);
}
