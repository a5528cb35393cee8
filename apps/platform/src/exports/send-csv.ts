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

// A reader who stops holds one piece: few rows at first, then as many as make a piece of this length.
const pieceLength = 131_072;
const [fewestRows, mostRows] = [20, 1_000];
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

/** Some records as text, with the key of the last if more may follow, and how many to read then. */
type Piece = { text: string; rows: number; after: string | undefined; limit: number };

/**
 * Answers rows as CSV, read piece by piece, each in a short transaction, as the reader takes them;
 * once the last is read the export is recorded. The first piece is read before the answer begins,
 * so that a wrong filter is still a 400.
 */
export async function sendCsv<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: CsvExport<Row>,
) {
  const first = await readPiece(request, rows, { after: start, limit: 100 });
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${rows.list}.csv"`)
    .send(Readable.from(records(request, rows, first)));
}

async function* records<Row>(request: FastifyRequest, rows: CsvExport<Row>, first: Piece) {
  yield csvRecord(rows.header);
  let rowCount = 0;
  for (let piece: Piece | undefined = first; piece; ) {
    rowCount += piece.rows;
    if (piece.text) yield piece.text;
    const { after, limit }: Piece = piece;
    piece = after === undefined ? undefined : await readPiece(request, rows, { after, limit });
  }
  await recordExport(request, rows.list, 'csv', rowCount);
}

/** Reads the rows that follow a key. Nothing is kept of them but their text. */
async function readPiece<Row>(
  request: FastifyRequest,
  rows: CsvExport<Row>,
  { after, limit }: { after: string; limit: number },
): Promise<Piece> {
  const batch = await request.readTenant((tx) => rows.readAfter(tx, after, limit));
  const text = batch.map((row) => csvRecord(rows.cellsOf(row))).join('');
  if (rows.shows) request.noteViews(rows.shows, batch.map(rows.keyOf));
  const last = batch.length < limit ? undefined : batch.at(-1);
  const fitting = Math.round((limit * pieceLength) / (text.length || 1));
  return {
    text,
    rows: batch.length,
    after: last && rows.keyOf(last),
    limit: Math.min(mostRows, Math.max(fewestRows, fitting)),
  };
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
