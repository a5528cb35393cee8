import { isUtf8 } from 'node:buffer';
import { createReadStream, statSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type FileRow, findEncoding, readFile } from '@atrium/kit/files/read-file.ts';
import { parseJson } from '@atrium/kit/http/json-body.ts';
import { fieldError, invalid, KitProblem } from '@atrium/kit/problem.ts';
import { csvEvent, faultOfHeader } from './csv-event.ts';
import type { FileFormat } from './file-format.ts';
import { byteLinesOf } from './lines.ts';

/** `end` counts the unpacked bytes before its end. */
type Record = { number: number; text: string; end: number; event?: object; fault?: string };

/**
 * A record of the file: its number from 1, the event or why there is none, and which part of the
 * file lies before its end, from 0 to 1.
 */
export type FileEvent = Omit<Record, 'end'> & { through: number };

/**
 * Reads the events of a file one by one, in a memory that does not depend on its size. Throws for
 * a header that is not one of events.
 */
export async function* readEvents(path: string, format: FileFormat): AsyncGenerator<FileEvent> {
  const { size } = statSync(path);
  const { file, source } = open(path, format);
  let unpacked = 0;
  async function* counted() {
    for await (const chunk of source) {
      unpacked += chunk.length;
      yield chunk;
    }
  }
  const records = format.kind === 'csv' ? readCsv(path, format, counted()) : readLines(counted());
  // Reading is ahead of the record by what is still in memory.
  for await (const { end, ...record } of records)
    yield { ...record, through: (file.bytesRead / size) * Math.min(1, end / unpacked) };
}

function open(path: string, { packed }: FileFormat) {
  const file = createReadStream(path, { highWaterMark: 262_144 });
  const source: AsyncIterable<Buffer> = packed ? follow(file, createGunzip()) : file;
  return { file, source };
}

async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<Record> {
  let number = 0;
  let end = 0;
  for await (const line of byteLinesOf(source)) {
    number += 1;
    end += line.length + 1;
    const text = line.toString().replace(/^\uFEFF/, '');
    if (text.trim() === '') continue;
    yield { number, text, end, ...(isUtf8(line) ? parsed(text) : { fault: 'is not UTF-8' }) };
  }
}

/** The greatest length of a row, in bytes: an event has far fewer. */
const longestRow = 1_048_576;

/**
 * Reads the rows of a CSV file. Rows of nothing but separators count, and are no events. Throws for a header
 * that is not one of events, and for a quote that never ends.
 */
async function* readCsv(
  path: string,
  format: FileFormat,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Record> {
  const contentType = `text/csv; charset=${await findEncoding(open(path, format).source)}`;
  const options = { contentType, maxBytes: Number.POSITIVE_INFINITY, asWritten: true };
  const { rows } = readFile(source, { ...options, longest: longestRow });
  let names: string[] | undefined;
  let [number, end] = [0, 0];
  try {
    for await (const row of rows) {
      end += Buffer.byteLength(row.cells.join()) + 1;
      const isBlank = !row.fault && row.cells.every((cell) => cell === '');
      if (names) number += 1;
      if (isBlank) continue;
      if (names) yield { number, end, ...readRow(names, row) };
      else names = readHeader(row);
    }
  } catch (error) {
    const [fault] = error instanceof KitProblem ? error.errors : [];
    throw fault ? new Error(`${path}: ${fault.message}`) : error;
  }
}

/** Returns the names of the columns. Throws VALIDATION_FAILED for other names than those of events. */
function readHeader({ cells, fault }: FileRow): string[] {
  const reason = fault ? `the header ${faults[fault.code]}` : faultOfHeader(cells);
  if (reason) throw invalid(fieldError('body', 'MALFORMED_CSV', reason));
  return cells;
}

function readRow(names: readonly string[], { cells, fault }: FileRow) {
  const row = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  const isTooWide = cells.slice(names.length).some((cell) => cell !== '');
  const reason = fault ? faults[fault.code] : isTooWide && 'has more cells than the header';
  return { text: JSON.stringify(row), ...(reason ? { fault: reason } : csvEvent(row)) };
}

const faults = {
  ENCODING: 'is not text in the encoding of the file',
  TOO_LONG: 'is longer than a MiB',
  NOT_ALLOWED: 'has NUL characters',
};

/** Leads one stream into another; a failure of the first reaches who reads the second. */
function follow<T extends Readable & NodeJS.WritableStream>(from: Readable, to: T): T {
  pipeline(from, to, () => undefined);
  return to;
}

function parsed(text: string): { event?: object; fault?: string } {
  try {
    // Numbers that a double does not hold keep their digits, as analytics keeps them.
    const event = parseJson(text, { longNumbers: 'TEXT' });
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return { event };
    return { fault: 'is not a JSON object' };
  } catch {
    return { fault: 'is not valid JSON' };
  }
}
