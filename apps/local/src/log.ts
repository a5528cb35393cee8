import type { Config } from './config.ts';
import { prettyLine } from './pretty-line.ts';

/** The one log of an embedded start: our own messages and every child's lines. */
export type Log = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  /** One line a child wrote: a pino record, or any text (`level` is then what it counts as). */
  childLine(service: string, line: string, level?: number): void;
  /** Text for people, printed as it is whatever the format. */
  verbatim(text: string): void;
};

type Settings = Pick<Config, 'logFormat' | 'logLevel' | 'colour'>;

const levelNumbers: { [name: string]: number } = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
  silent: 100,
};

/** Opens the log: pretty lines for people, or JSON lines with a `service` field. */
export function openLog(settings: Settings, write: (text: string) => void = writeOut): Log {
  const lowest = levelNumbers[settings.logLevel] ?? 30;
  const record = (fields: LogRecord) =>
    write(
      `${settings.logFormat === 'pretty' ? prettyLine(fields, settings.colour) : jsonLine(fields)}\n`,
    );
  const say = (level: number, service: string, msg: string) => {
    if (level < lowest) return;
    record({
      level,
      time: Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }),
      service,
      msg,
    });
  };
  return {
    info: (message) => say(30, 'atrium', message),
    warn: (message) => say(40, 'atrium', message),
    error: (message) => say(50, 'atrium', message),
    childLine(service, line, level = 30) {
      const parsed = parseRecord(line);
      if (parsed) record({ ...parsed, service });
      else if (line.trim() !== '') say(level, service, line);
    },
    verbatim: (text) => write(`${text}\n`),
  };
}

/** A log that says nothing, for tests of other packages. */
export const silentLog: Log = {
  info() {},
  warn() {},
  error() {},
  childLine() {},
  verbatim() {},
};

/** A pino record. Its level, written as a number or as a word, is a number here. */
export type LogRecord = { level: number; [field: string]: unknown };

/** Returns the pino record in a line, if there is one. */
export function parseRecord(line: string): LogRecord | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const parsed = JSON.parse(line);
    const level = levelNumbers[parsed.level] ?? parsed.level;
    return typeof level === 'number' ? { ...parsed, level } : undefined;
  } catch {
    return undefined;
  }
}

/** A record as JSON, whose level is a word, as in the services' own logs. */
function jsonLine(record: LogRecord): string {
  const known = Object.entries(levelNumbers).find(([, number]) => number >= record.level);
  return JSON.stringify({ ...record, level: known?.[0] ?? 'fatal' });
}

function writeOut(text: string): void {
  process.stdout.write(text);
}
