import { isAscii, isUtf8 } from 'node:buffer';
import { KitProblem } from '../problem.ts';
import { isBlank } from '../texts/folding.ts';
import { longestRow } from './beginning.ts';
import { type RawRow, splitRows } from './split-rows.ts';
import { type FileEncoding, toUtf8 } from './to-utf8.ts';

/** Why a row of a file cannot be taken, and the first of its cells at fault, from 0. */
export type RowFault = { code: 'ENCODING' | 'TOO_LONG' | 'NOT_ALLOWED'; cell: number };

/** A row of a file: the line that it begins on, from 1, and its cells as they stand there. */
export type FileRow = { line: number; cells: string[]; fault?: RowFault };

export type ReadFile = {
  /** The rows with text, the header first. */
  rows: AsyncGenerator<FileRow>;
  /** Returns, once all rows were read, the lines of those that the file's encoding turned out not to fit. */
  misread: () => Map<number, RowFault>;
};

type Reading = {
  contentType?: string;
  maxBytes: number;
  /** The greatest length of a row, in bytes of UTF-8; 64 KiB by default. */
  longest?: number;
  /** Set where cells keep the blanks around them, and rows of nothing but separators come too. */
  asWritten?: boolean;
};

/**
 * Reads a file of rows as any program writes it, piece by piece in constant memory. A row that is longer
 * than `longest`, has NUL or does not fit the file's encoding says so in `fault`, and is the only one that
 * is lost. Cells that are not in quotes are trimmed unless `asWritten`. The rows throw PAYLOAD_TOO_LARGE above
 * `maxBytes`, UNSUPPORTED_MEDIA_TYPE for an unknown charset of `contentType`, VALIDATION_FAILED for a quote
 * without an end.
 */
export function readFile(
  chunks: AsyncIterable<Uint8Array>,
  { contentType = '', maxBytes, longest = longestRow, asWritten = false }: Reading,
): ReadFile {
  const encoding: FileEncoding = { known: undefined };
  const doubtful = new Map<number, RowFault>();
  async function* rows() {
    const bytes = toUtf8(limited(chunks, maxBytes), contentType, encoding);
    for await (const raw of splitRows(bytes, { longest, keepsBlank: asWritten })) {
      const row = readRow(raw, encoding, doubtful);
      if (!asWritten)
        row.cells = row.cells.map((cell, at) => (raw.quoted[at] ? cell : cell.trim()));
      if (row.fault || asWritten || !row.cells.every(isEmpty)) yield row;
    }
  }
  return {
    rows: rows(),
    misread: () => (encoding.known === 'utf-8' ? doubtful : new Map()),
  };
}

/**
 * Finds out what a file is written in where neither a mark nor a type says it, so that every row can be
 * judged at once: reads no further than it must.
 */
export async function findEncoding(chunks: AsyncIterable<Uint8Array>) {
  const encoding: FileEncoding = { known: undefined };
  for await (const _ of toUtf8(chunks, '', encoding)) if (encoding.known) break;
  return encoding.known ?? 'utf-8';
}

async function* limited(chunks: AsyncIterable<Uint8Array>, maxBytes: number) {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    if (read > maxBytes) throw new KitProblem('PAYLOAD_TOO_LARGE');
    yield chunk;
  }
}

/** Decodes a row. One that is no UTF-8 is noted while the file may still turn out to be UTF-8. */
function readRow(raw: RawRow, encoding: FileEncoding, doubtful: Map<number, RowFault>): FileRow {
  const { line, bytes } = raw;
  const parts = raw.ends.map((end, at) => bytes.subarray(raw.ends[at - 1] ?? 0, end));
  const decode = isAscii(bytes) ? asAscii : encoding.known === 'windows-1252' ? as1252 : asEither;
  const cells = parts.map((part) => decode(part).replaceAll('\0', ''));
  const faultIn = (code: RowFault['code'], isAtFault: (part: Buffer) => boolean) => {
    const cell = parts.findIndex(isAtFault);
    return cell < 0 ? undefined : { code, cell };
  };
  if (encoding.known === undefined) {
    const fault = faultIn('ENCODING', isNoUtf8);
    if (fault) doubtful.set(line, fault);
  }
  const fault = raw.isTooLong
    ? ({ code: 'TOO_LONG', cell: parts.length } as const)
    : (faultIn('NOT_ALLOWED', hasNul) ??
      faultIn('ENCODING', (part) =>
        encoding.known === 'utf-8' ? isNoUtf8(part) : decode !== asAscii && isNo1252(part),
      ));
  return { line, cells, ...(fault && { fault }) };
}

const windows1252 = new TextDecoder('windows-1252');
const asAscii = (part: Buffer) => part.toString('latin1');
const as1252 = (part: Buffer) => windows1252.decode(part);
const asEither = (part: Buffer) => (isUtf8(part) ? part.toString('utf8') : as1252(part));

const hasNul = (part: Buffer) => part.includes(0);
const isNoUtf8 = (part: Buffer) => !isUtf8(part);
/** The bytes that windows-1252 has no sign for. */
const undefined1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
const isNo1252 = (part: Buffer) => undefined1252.some((byte) => part.includes(byte));

/** A cell says nothing when it has no sign that is seen, also as a formula that gives no text. */
const isEmpty = (text: string) => text === '=""' || isBlank(text);
