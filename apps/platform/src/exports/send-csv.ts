import { randomUUIDv7 } from 'node:crypto';
import { Readable } from 'node:stream';
import { csvRecord } from '@atrium/kit/csv-record.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';

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
 * Answers rows as CSV, read batch by batch, each in a short transaction, as the reader takes them;
 * once the last is read the export is recorded. The first batch is read before the answer begins,
 * so that a wrong filter is still a 400.
 */
export async function sendCsv<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: CsvExport<Row>,
) {
  const first = await readBatch(request, rows, start);
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${rows.list}.csv"`)
    .send(Readable.from(records(request, rows, first)));
}

async function* records<Row>(request: FastifyRequest, rows: CsvExport<Row>, first: readonly Row[]) {
  yield csvRecord(rows.header);
  let rowCount = 0;
  for (let batch = first; batch.length > 0; ) {
    yield batch.map((row) => csvRecord(rows.cellsOf(row))).join('');
    if (rows.shows) request.noteViews(rows.shows, batch.map(rows.keyOf));
    rowCount += batch.length;
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) break;
    batch = await readBatch(request, rows, rows.keyOf(last));
  }
  await recordExport(request, rows.list, 'csv', rowCount);
}

function readBatch<Row>(request: FastifyRequest, rows: CsvExport<Row>, after: string) {
  return request.readTenant((tx) => rows.readAfter(tx, after, batchSize));
}

/** Records that a list was exported. */
export function recordExport(
  request: FastifyRequest,
  list: string,
  format: 'csv' | 'ndjson',
  rowCount: number,
): Promise<void> {
  const attributes = { list, format, rowCount: String(rowCount) };
  const entityId = randomUUIDv7();
  return request.inTenant((tx) =>
    recordEvent(tx, {
      eventType: 'export.completed',
      entityType: 'EXPORT',
      entityId,
      attributes,
    }),
  );
}
