import { renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ExportCommand } from '../command.ts';
import { failureOf, type Session } from '../session.ts';
import { csvColumns, csvLine } from './csv-event.ts';
import { formatOf } from './file-format.ts';
import { linesOf } from './lines.ts';

/** Writes the tenant's events to a file, or to the standard output. Answers the exit code. */
export async function exportEvents(session: Session, command: ExportCommand): Promise<number> {
  const { file } = command;
  const format = file ? formatOf(file) : { kind: 'ndjson' as const, packed: false };
  const asked = { eventType: command.type, from: command.from, to: command.to };
  const given = Object.entries(asked).filter((pair): pair is [string, string] => !!pair[1]);
  const response = await session.fetch(`/api/analytics/events?${new URLSearchParams(given)}`);
  if (!response.ok || !response.body) throw new Error(await failureOf(response));

  let events = 0;
  async function* lines(source: AsyncIterable<Buffer>) {
    if (format.kind === 'csv') yield `${csvColumns.join(',')}\r\n`;
    for await (const line of linesOf(source)) {
      events += 1;
      yield format.kind === 'csv' ? csvLine(JSON.parse(line)) : `${line}\n`;
    }
  }
  const part = `${file}.part`;
  const target: Writable = file
    ? (await open(part, 'w', 0o600)).createWriteStream()
    : process.stdout;
  const source = Readable.fromWeb(response.body as never);
  try {
    const end = { end: file !== undefined };
    if (format.packed) await pipeline(source, lines, createGzip(), target, end);
    else await pipeline(source, lines, target, end);
  } catch (error) {
    if (file) rmSync(part, { force: true });
    throw new Error('The export broke off and is not whole', { cause: error });
  }
  if (!file) return 0;
  renameSync(part, file);
  process.stderr.write(`${events} events in ${file}\n`);
  return 0;
}
