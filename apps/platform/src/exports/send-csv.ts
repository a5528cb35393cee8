import { csvRecords } from '@atrium/kit/csv-record.ts';
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
type Piece = ExportPart & { after: string | undefined; limit: number };

/**
 * Answers rows as CSV, read piece by piece, each in a short transaction, as the reader takes them,
 * and records the export. The first piece is read before, so that a wrong filter is still a 400.
 */
export async function sendCsv<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: CsvExport<Row>,
) {
  const { list } = rows;
  const first = await readPiece(request, rows, { after: start, limit: fewestRows });
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
  first: Piece,
): AsyncGenerator<ExportPart> {
  yield { content: csvRecords([rows.header]), rowCount: 0 };
  for (let piece: Piece | undefined = first; piece; ) {
    if (piece.rowCount > 0) yield piece;
    const { after, limit }: Piece = piece;
    piece = after === undefined ? undefined : await readPiece(request, rows, { after, limit });
  }
}

/** Reads the rows that follow a key. Nothing is kept of them but their text. */
async function readPiece<Row>(
  request: FastifyRequest,
  rows: CsvExport<Row>,
  { after, limit }: { after: string; limit: number },
): Promise<Piece> {
  const batch = await request.readTenant((tx) => rows.readAfter(tx, after, limit));
  const content = csvRecords(batch.map(rows.cellsOf));
  if (rows.shows) request.noteViews(rows.shows, batch.map(rows.keyOf));
  const last = batch.length < limit ? undefined : batch.at(-1);
  const fitting = Math.round((limit * pieceLength) / (content.length || 1));
  return {
    content,
    rowCount: batch.length,
    after: last && rows.keyOf(last),
    limit: Math.min(mostRows, Math.max(fewestRows, fitting)),
  };
}
