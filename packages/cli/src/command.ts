import { parseArgs } from 'node:util';

/** The command line asks for what does not exist. */
export class UsageError extends Error {
  override name = 'UsageError';
}

type Place = { url?: string | undefined; tenant?: string | undefined };

export type ImportCommand = Place & {
  name: 'import';
  file: string;
  concurrency: number;
  batch: number;
  giveUpSeconds: number;
  restart: boolean;
};

export type ExportCommand = Place & {
  name: 'export';
  /** Nothing writes to the standard output. */
  file?: string | undefined;
  type?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type Command =
  | ImportCommand
  | ExportCommand
  | { name: 'help'; url?: string; tenant?: string };

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const common = { url: text, tenant: text, help: { ...flag, short: 'h' } } as const;
const ofImport = { concurrency: text, batch: text, 'give-up': text, restart: flag } as const;
const ofExport = { type: text, from: text, to: text } as const;

/** Reads the arguments behind `atrium`. Throws UsageError. */
export function readCommand(args: string[]): Command {
  const asked = args.some((each) => each === '--help' || each === '-h');
  const [topic, verb, ...rest] = args;
  if (asked || args.length === 0 || topic === 'help') return { name: 'help' };
  if (topic !== 'events' || (verb !== 'import' && verb !== 'export'))
    throw new UsageError(`There is no command "${[topic, verb].filter(Boolean).join(' ')}"`);
  return verb === 'import' ? readImport(rest) : readExport(rest);
}

function readImport(args: string[]): ImportCommand {
  const { values, positionals } = parse(args, { ...common, ...ofImport });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError('events import takes one file');
  return {
    name: 'import',
    file,
    url: values.url,
    tenant: uuid(values.tenant),
    concurrency: count('concurrency', values.concurrency, 4, 16),
    batch: count('batch', values.batch, 1_000, 1_000),
    giveUpSeconds: count('give-up', values['give-up'], 600, 604_800),
    restart: values.restart ?? false,
  };
}

function readExport(args: string[]): ExportCommand {
  const { values, positionals } = parse(args, { ...common, ...ofExport });
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError('events export takes one file');
  const { url, type, from, to } = values;
  return { name: 'export', file, url, tenant: uuid(values.tenant), type, from, to };
}

function parse<O extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: string[],
  options: O,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function uuid(value: string | undefined): string | undefined {
  if (value === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
    return value?.toLowerCase();
  throw new UsageError('--tenant is not a UUID');
}

function count(name: string, value: string | undefined, fallback: number, most: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new UsageError(`--${name} must be a whole number from 1 to ${most}`);
}
