import { csvRecords } from '@atrium/kit/csv-record.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import type { Look } from './export-look.ts';
import { headerOf, inWords, type Labels, type Reader, type WordsOf, zoneOf } from './in-words.ts';
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
  look: Look;
  /** How people read the columns, and the firm's own words for values, by column. */
  words: WordsOf;
  labelsOf?: (tx: Tx) => Promise<Labels>;
  readAfter: (tx: Tx, after: string, limit: number) => Promise<readonly Row[]>;
  keyOf: (row: Row) => string;
  cellOf: (row: Row, name: string) => unknown;
};

const delimiters = { COMMA: ',', SEMICOLON: ';' } as const;
const byteOrderMark = '\ufeff';

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
  const { list, look } = rows;
  const reader = look.language && (await request.readTenant((tx) => readerOf(tx, request, rows)));
  const first = await readPiece(request, rows, { after: start, limit: fewestRows, reader });
  const parts = records(request, rows, first, reader);
  const answer = await recordedExport(request, { list, format: 'csv' }, parts);
  const name = reader ? `${list}-${today(reader)}` : list;
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(answer);
}

const today = ({ timeZone }: Reader) => Temporal.Now.plainDateISO(timeZone).toString();

async function readerOf<Row>(
  tx: Tx,
  { caller }: FastifyRequest,
  { look, words, labelsOf }: CsvExport<Row>,
): Promise<Reader> {
  const { language = 'ENGLISH' } = look;
  const labels = (await labelsOf?.(tx)) ?? {};
  return { language, timeZone: await zoneOf(tx, caller.userUuid), words, labels };
}

async function* records<Row>(
  request: FastifyRequest,
  rows: CsvExport<Row>,
  first: Piece,
  reader: Reader | undefined,
): AsyncGenerator<ExportPart> {
  const { separator } = rows.look;
  const names = reader ? headerOf(rows.header, reader.language) : rows.header;
  const mark = separator ? byteOrderMark : '';
  yield { content: mark + csvRecords([names], delimiters[separator ?? 'COMMA']), rowCount: 0 };
  for (let piece: Piece | undefined = first; piece; ) {
    if (piece.rowCount > 0) yield piece;
    const { after, limit }: Piece = piece;
    piece =
      after === undefined ? undefined : await readPiece(request, rows, { after, limit, reader });
  }
}

type Asked = { after: string; limit: number; reader: Reader | undefined };

/** Reads the rows that follow a key. Nothing is kept of them but their text. */
async function readPiece<Row>(
  request: FastifyRequest,
  rows: CsvExport<Row>,
  { after, limit, reader }: Asked,
): Promise<Piece> {
  const { header, cellOf, look } = rows;
  const [batch, cells] = await request.readTenant(async (tx) => {
    const found = await rows.readAfter(tx, after, limit);
    const plain = found.map((row) => header.map((name) => cellOf(row, name)));
    return [found, reader ? await inWords(tx, reader, header, plain) : plain] as const;
  });
  const content = csvRecords(cells, delimiters[look.separator ?? 'COMMA']);
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
