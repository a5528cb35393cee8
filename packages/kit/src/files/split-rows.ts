import { fieldError, invalid } from '../problem.ts';
import { type Beginning, longestRow, readBeginning } from './beginning.ts';

/**
 * A row as bytes: what its cells say one after the other, where each ends, which were in quotes, and
 * on which line of the file it begins, from 1. One that is too long has the cells that were whole by then.
 */
export type RawRow = {
  line: number;
  bytes: Buffer;
  ends: number[];
  quoted: boolean[];
  isTooLong: boolean;
};

const [lf, cr, quote, space, tab] = [0x0a, 0x0d, 0x22, 0x20, 0x09];
/** The places within a row: before a cell, in one, in quotes, and after a quote that may end them, with blanks or not. */
const [before, within, inQuotes, afterQuote, afterBlank] = [0, 1, 2, 3, 4];

/** Says how long a row may be, in bytes, and whether rows of nothing but separators are rows too. */
export type Splitting = { longest?: number; keepsBlank?: boolean };

/**
 * Splits a file into rows (RFC 4180, with any separator and line end): LF, CRLF and CR end a row outside
 * quotes, quotes within a cell that has none around it are text, and so is a quote in quotes that no
 * separator or line end follows. Memory is that of one row: what is beyond its limit is passed over.
 * Throws VALIDATION_FAILED for a quote that never ends.
 */
export async function* splitRows(
  chunks: AsyncIterable<Buffer>,
  splitting: Splitting = {},
): AsyncGenerator<RawRow> {
  const beginning = await readBeginning(chunks);
  const row = new RowOfBytes(beginning, splitting);
  for await (const chunk of beginning.whole) yield* row.read(chunk);
  const last = row.end();
  if (last) yield last;
}

class RowOfBytes {
  readonly #separator: number;
  readonly #longest: number;
  readonly #keepsBlank: boolean;
  readonly #kept: Buffer;
  #ends: number[] = [];
  #quoted: boolean[] = [];
  #place: number = before;
  #length = 0;
  #size = 0;
  /** The length that the cell has if its last quote was the closing one. */
  #closed = 0;
  #begins: number;
  #line: number;
  #wasReturn = false;
  #isQuoted = false;
  #hasText = false;

  constructor(
    { separator, line }: Beginning,
    { longest = longestRow, keepsBlank = false }: Splitting,
  ) {
    this.#separator = separator;
    this.#longest = longest;
    this.#keepsBlank = keepsBlank;
    this.#kept = Buffer.allocUnsafe(longest);
    this.#line = line;
    this.#begins = line;
  }

  /** Returns the rows that end in a chunk. */
  *read(chunk: Buffer): Generator<RawRow> {
    for (let at = 0; at < chunk.length; ) {
      const end = this.#endOfText(chunk, at);
      if (end > at) {
        this.#keep(chunk, at, end);
        at = end;
        continue;
      }
      const byte = chunk[at] ?? 0;
      const isSecondHalf = byte === lf && this.#wasReturn;
      this.#wasReturn = byte === cr;
      if (byte !== lf && byte !== cr) this.#take(chunk, at, byte);
      else if (!isSecondHalf) {
        const row = this.#row();
        this.#line += 1;
        this.#begins = this.#line;
        if (row) yield row;
      }
      at += 1;
    }
  }

  /** Returns where what is surely the text of a cell ends. */
  #endOfText(chunk: Buffer, at: number): number {
    if (this.#place === inQuotes) {
      const end = chunk.indexOf(quote, at);
      return end < 0 ? chunk.length : end;
    }
    if (this.#place !== within) return at;
    let end = at;
    for (; end < chunk.length; end++) {
      const byte = chunk[end];
      if (byte === this.#separator || byte === lf || byte === cr) break;
    }
    return end;
  }

  /** Returns what is left at the end of the file. */
  end(): RawRow | undefined {
    if (this.#place !== inQuotes) return this.#row();
    const message = `The record on line ${this.#begins} has a quote that never ends`;
    throw invalid(fieldError('body', 'MALFORMED_CSV', message));
  }

  /** Takes one byte by which the place within the row may change. */
  #take(chunk: Buffer, at: number, byte: number): void {
    const isBlank = byte === space || byte === tab;
    const isSecondQuote = byte === quote && this.#place === afterQuote;
    const isOpening = byte === quote && this.#place === before;
    const isSeparator = byte === this.#separator && this.#place !== inQuotes;
    if (isSeparator) this.#endCell();
    else if (this.#place === inQuotes) {
      this.#closed = this.#length;
      this.#place = afterQuote;
    } else if (this.#place >= afterQuote) this.#place = isBlank ? afterBlank : inQuotes;
    else if (isOpening) {
      this.#length = this.#ends.at(-1) ?? 0;
      this.#isQuoted = true;
      this.#place = inQuotes;
    }
    // Blanks before a cell leave it open whether quotes follow.
    else if (!isBlank) this.#place = within;
    if (isSeparator || isSecondQuote || isOpening) this.#size += 1;
    else this.#keep(chunk, at, at + 1);
  }

  /** Keeps a stretch of the file, of a row that is too long nothing of the cell where it becomes so. */
  #keep(chunk: Buffer, from: number, to: number): void {
    this.#size += to - from;
    for (let at = from; at < to && !this.#hasText; at++) {
      const byte = chunk[at];
      this.#hasText =
        byte !== space && byte !== tab && byte !== quote && byte !== lf && byte !== cr;
    }
    if (this.#size <= this.#longest) this.#length += chunk.copy(this.#kept, this.#length, from, to);
    if (this.#place !== inQuotes) return;
    this.#line += linesIn(chunk, from, to, this.#wasReturn);
    this.#wasReturn = chunk[to - 1] === cr;
  }

  #endCell(): void {
    if (this.#place >= afterQuote) this.#length = this.#closed;
    if (this.#size <= this.#longest) {
      this.#ends.push(this.#length);
      this.#quoted.push(this.#isQuoted);
    }
    this.#isQuoted = false;
    this.#place = before;
  }

  /** Ends the row. Undefined when nothing stands in it, or nothing but separators that are not kept. */
  #row(): RawRow | undefined {
    const isTooLong = this.#size > this.#longest;
    const isKept = this.#hasText || (this.#keepsBlank && this.#size > 0);
    this.#endCell();
    const row = {
      line: this.#begins,
      bytes: Buffer.from(this.#kept.subarray(0, this.#ends.at(-1) ?? 0)),
      ends: this.#ends,
      quoted: this.#quoted,
      isTooLong,
    };
    this.#ends = [];
    this.#quoted = [];
    this.#length = 0;
    this.#size = 0;
    this.#hasText = false;
    return isKept ? row : undefined;
  }
}

/** Returns how many lines end in a stretch; a line feed at its beginning may be the second half of an end. */
function linesIn(chunk: Buffer, from: number, to: number, wasReturn: boolean): number {
  let count = 0;
  let isAfterReturn = wasReturn;
  for (let at = from; at < to; at++) {
    const byte = chunk[at];
    if (byte === cr || (byte === lf && !isAfterReturn)) count += 1;
    isAfterReturn = byte === cr;
  }
  return count;
}
