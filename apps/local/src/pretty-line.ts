import { styleText } from 'node:util';
import { cutText } from '@atrium/kit/cut-text.ts';
import type { LogRecord } from './log.ts';

const levels = [
  { from: 60, name: 'fatal', style: ['bold', 'red'] },
  { from: 50, name: 'error', style: ['red'] },
  { from: 40, name: 'warn', style: ['yellow'] },
  { from: 30, name: 'info', style: ['green'] },
  { from: 20, name: 'debug', style: ['blue'] },
  { from: 0, name: 'trace', style: ['dim'] },
] as const;

const notShown = new Set([
  'level',
  'time',
  'pid',
  'hostname',
  'service',
  'name',
  'msg',
  'v',
  'err',
]);

/**
 * Returns a pino record as one line for people: `12:03:04 platform  info  message key=value`. The stack
 * of an error follows on lines of its own.
 */
export function prettyLine(record: LogRecord, colour: boolean): string {
  const level = levels.find(({ from }) => record.level >= from) ?? levels[3];
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const fields = Object.entries(record).filter(([name]) => !notShown.has(name));
  const line = [
    paint('dim', timeOfDay(record.time)),
    paint('cyan', String(record.service).padEnd(9)),
    paint([...level.style], level.name.padEnd(5)),
    String(record.msg ?? ''),
    ...fields.map(([name, value]) => paint('dim', `${name}=`) + shortValue(value)),
  ].join(' ');
  return line + errorLines(record.err);
}

function timeOfDay(time: unknown): string {
  try {
    const instant =
      typeof time === 'number'
        ? Temporal.Instant.fromEpochMilliseconds(time)
        : Temporal.Instant.from(String(time));
    return instant
      .toZonedDateTimeISO(Temporal.Now.timeZoneId())
      .toPlainTime()
      .toString({ smallestUnit: 'second' });
  } catch {
    return '--:--:--';
  }
}

function shortValue(value: unknown): string {
  const text = typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value);
  return text.length > 200 ? `${cutText(text, 199)}…` : text;
}

function errorLines(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as { stack?: string; message?: string };
  return `\n    ${(stack ?? message ?? '').replaceAll('\n', '\n    ')}`;
}
