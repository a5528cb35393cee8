import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Session } from '../session.ts';
import { writeWhole } from '../write-whole.ts';
import { csvColumns, csvLine } from './csv-event.ts';
import { formatOf } from './file-format.ts';
import { linesOf } from './lines.ts';

type EventsExport = {
  /** Nothing writes to the standard output. */
  file?: string | undefined;
  type?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Writes the tenant's events to a file, or to the standard output. Answers the exit code. */
export async function exportEvents(session: Session, command: EventsExport): Promise<number> {
  const { file } = command;
  const format = file ? formatOf(file) : { kind: 'ndjson' as const, packed: false };
  const asked = { eventType: command.type, from: command.from, to: command.to };
  const given = Object.entries(asked).filter((pair): pair is [string, string] => !!pair[1]);
  const response = await session.ask(`/api/analytics/events?${new URLSearchParams(given)}`);

  let events = 0;
  async function* lines(source: AsyncIterable<Buffer>) {
    if (format.kind === 'csv') yield `${csvColumns.join(',')}\r\n`;
    for await (const line of linesOf(source)) {
      events += 1;
      yield format.kind === 'csv' ? csvLine(JSON.parse(line)) : `${line}\n`;
    }
  }
  const source = Readable.fromWeb(response.body as never);
  await writeWhole(file, source, format.packed ? [lines, createGzip()] : [lines]);
  if (file) process.stderr.write(`${events} events in ${file}\n`);
  return 0;
}
