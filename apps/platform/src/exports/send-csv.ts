import { csvRecord } from '@atrium/kit/csv-record.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { type ExportPart, recordedExport } from './record-export.ts';

/** The answer of a list as CSV. */
export const csvAnswer = {
  200: {
    description: 'A line of the fields’ names, then one for each record',
    content: { 'text/csv': { schema: Type.String() } },
  },
};

const batchSize = 1000;
const start = '00000000-0000-0000-0000-000000000000';

/** Rows that are exported, in the order of their keys, which is the order they were made in. */
export type CsvExport<Row> = {
  /** The name of the list: of the file, and in the event. */
  list: string;
  /** The kind of the rows, where it is noted who looked at them. */
  shows?: 'CONTACT' | 'HOUSEHOLD';
  header: readonly string[];
  readAfter: (tx: Tx, after: string, limit: number) => Promise<readonly Row[]>;
  keyOf: (row: Row) => string;
  cellsOf: (row: Row) => readonly unknown[];
};

/**
 * Answers rows as CSV, read batch by batch, each in a short transaction, as the reader takes them,
 * and records the export. The first batch is read before, so that a wrong filter is still a 400.
 */
export async function sendCsv<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: CsvExport<Row>,
) {
  const { list } = rows;
  const first = await readBatch(request, rows, start);
  const parts = records(request, rows, first);
  const answer = await recordedExport(request, { list, format: 'csv' }, parts);
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${list}.csv"`)
    .send(answer);
}

async function* records<Row>(
  request: FastifyRequest,
  rows: CsvExport<Row>,
  first: readonly Row[],
): AsyncGenerator<ExportPart> {
  yield { content: csvRecord(rows.header), rowCount: 0 };
  for (let batch = first; batch.length > 0; ) {
    if (rows.shows) request.noteViews(rows.shows, batch.map(rows.keyOf));
    const content = batch.map((row) => csvRecord(rows.cellsOf(row))).join('');
    yield { content, rowCount: batch.length };
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) break;
    batch = await readBatch(request, rows, rows.keyOf(last));
  }
}

function readBatch<Row>(request: FastifyRequest, rows: CsvExport<Row>, after: string) {
  return request.readTenant((tx) => rows.readAfter(tx, after, batchSize));
}
