import { isUtf8 } from 'node:buffer';
import { createReadStream, statSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parseJson } from '@atrium/kit/http/json-body.ts';
import { parse } from 'csv-parse';
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
  const file = createReadStream(path, { highWaterMark: 262_144 });
  const source = format.packed ? follow(file, createGunzip()) : file;
  let unpacked = 0;
  async function* counted() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      yield chunk;
    }
  }
  const records = format.kind === 'csv' ? readCsv(path, counted()) : readLines(counted());
  // Reading is ahead of the record by what is still in memory.
  for await (const { end, ...record } of records)
    yield { ...record, through: (file.bytesRead / size) * Math.min(1, end / unpacked) };
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

async function* readCsv(path: string, source: AsyncGenerator<Buffer>): AsyncGenerator<Record> {
  const { value: first } = await source.next();
  if (!first) return;
  const columns = (header: string[]) => {
    const fault = faultOfHeader(header);
    if (fault) throw new Error(`${path}: ${fault}`);
    return header;
  };
  const options = {
    columns,
    bom: true,
    skip_empty_lines: true,
    delimiter: delimiterOf(first),
    info: true,
  };
  async function* whole() {
    yield first;
    yield* source;
  }
  const rows = follow(Readable.from(whole()), parse(options));
  let number = 0;
  for await (const { record, info } of rows as AsyncIterable<Row>) {
    number += 1;
    yield { number, text: JSON.stringify(record), end: info.bytes, ...csvEvent(record) };
  }
}

type Row = { record: { [column: string]: string }; info: { bytes: number } };

/** Returns the one of comma, semicolon and tab that the header has most of. */
function delimiterOf(first: Buffer): string {
  const [header = ''] = first.toString().split('\n', 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

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
