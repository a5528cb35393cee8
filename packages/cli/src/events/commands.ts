import { type Command, count, flag, one, parse, place, text, UsageError } from '../command.ts';
import { openSession } from '../session.ts';
import { exportEvents } from './export-events.ts';
import { importEvents } from './import-events.ts';

export const eventsImport: Command = {
  name: 'events import',
  parameters: 'FILE [options]',
  summary: 'sends events from a file',
  help: `  --concurrency N    batches at a time, 1 to 16 (4)
  --batch N          events in a batch, 1 to 1000 (1000)
  --give-up N        seconds without success before it gives up (600)
  --restart          begins with the first line, whatever was sent before
  --url URL          where Atrium is
  --tenant UUID      another tenant; for system administrators

Reads .ndjson, .jsonl and .csv, each also with .gz behind. Events without tenantId are of your own
tenant; those without eventId get one made of tenant, line and its number, so that sending a file
twice stores it once. CSV, with commas, semicolons or tabs, has a header with the fields of an event;
attributes are columns such as attributes.channel, or one column attributes with a JSON object. How
far it came is kept in FILE.atrium-import.json: after Ctrl-C or a crash run the same command again.
Events older than a day are sent in batches of their own, of which a credential may send more a
minute. What is refused is written with the reason to FILE.rejected.ndjson, and the exit code is then 1.
`,
  run(args, here) {
    const { values, positionals } = parse(args, {
      ...place,
      concurrency: text,
      batch: text,
      'give-up': text,
      restart: flag,
    });
    const options = {
      file: one('events import', 'file', positionals),
      concurrency: count('concurrency', values.concurrency, 4, 16),
      batch: count('batch', values.batch, 1_000, 1_000),
      giveUpSeconds: count('give-up', values['give-up'], 600, 604_800),
      restart: values.restart ?? false,
    };
    return importEvents(openSession(values, here), options);
  },
};

export const eventsExport: Command = {
  name: 'events export',
  parameters: '[FILE] [options]',
  summary: "writes the tenant's events to a file, or to the terminal",
  help: `  --type TYPE        events of one type
  --from, --to TIME  by occurredAt, from included, to not; ISO 8601 with zone
  --url URL          where Atrium is
  --tenant UUID      another tenant; for system administrators

Writes NDJSON, or CSV when FILE ends in .csv, packed when it ends in .gz. A file appears under its
name when it is whole.
`,
  run(args, here) {
    const { values, positionals } = parse(args, { ...place, type: text, from: text, to: text });
    const [file, ...more] = positionals;
    if (more.length > 0) throw new UsageError('events export takes one file');
    const { type, from, to } = values;
    return exportEvents(openSession(values, here), { file, type, from, to });
  },
};
