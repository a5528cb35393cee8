import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { csvEvent } from './csv-event.ts';
import type { FileFormat } from './file-format.ts';
import { linesOf } from './lines.ts';

/** A record of the file: its number from 1, and the event or why there is none. */
export type FileEvent = { number: number; text: string; event?: object; fault?: string };

/** Reads the events of a file one by one, in a memory that does not depend on its size. */
export async function* readEvents(
  path: string,
  format: FileFormat,
  onBytes: (bytes: number) => void,
): AsyncGenerator<FileEvent> {
  const file = createReadStream(path, { highWaterMark: 262_144 });
  file.on('data', (chunk) => onBytes(chunk.length));
  const source = format.packed ? follow(file, createGunzip()) : file;
  if (format.kind === 'csv') yield* readCsv(source);
  else yield* readLines(source);
}

async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<FileEvent> {
  let number = 0;
  for await (const line of linesOf(source)) {
    number += 1;
    const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (text.trim() !== '') yield { number, text, ...parsed(text) };
  }
}

async function* readCsv(source: Readable): AsyncGenerator<FileEvent> {
  const rows = follow(source, parse({ columns: true, bom: true, skip_empty_lines: true }));
  let number = 0;
  for await (const row of rows as AsyncIterable<Record<string, string>>) {
    number += 1;
    yield { number, text: JSON.stringify(row), ...csvEvent(row) };
  }
}

/** Leads one stream into another; a failure of the first reaches who reads the second. */
function follow<T extends Readable & NodeJS.WritableStream>(from: Readable, to: T): T {
  pipeline(from, to, () => undefined);
  return to;
}

function parsed(text: string): { event?: object; fault?: string } {
  try {
    const event = JSON.parse(text);
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return { event };
    return { fault: 'is not a JSON object' };
  } catch {
    return { fault: 'is not valid JSON' };
  }
}
