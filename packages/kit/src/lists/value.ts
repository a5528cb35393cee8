import { fieldError, invalid } from '../problem.ts';
import type { FieldType } from './fields.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const number = /^-?\d{1,20}(\.\d{1,10})?$/;

/**
 * Returns a filter's value as text that PostgreSQL reads as the field's type.
 * Throws VALIDATION_FAILED when it is missing or of another kind.
 */
export function readValue(value: unknown, type: FieldType, path: string): string {
  if (value === undefined || value === null)
    throw invalid(fieldError(path, 'REQUIRED', 'is required'));
  const text = typeof value === 'string' ? value : String(value);
  const kind = typeof value;
  const readable = kind === 'string' || kind === 'number' || kind === 'boolean';
  if (readable && text.length <= 1000 && accepts[type](text, kind))
    return toText[type]?.(text) ?? text;
  throw invalid(fieldError(path, 'WRONG_TYPE', `must be ${names[type]}`));
}

const accepts: Record<FieldType, (text: string, kind: string) => boolean> = {
  text: (_text, kind) => kind === 'string',
  enum: (_text, kind) => kind === 'string',
  uuid: (text) => uuid.test(text),
  boolean: (text) => /^(true|false)$/i.test(text),
  integer: (text) => /^-?\d{1,18}$/.test(text),
  number: (text) => number.test(text),
  date: (text) => isDate(text),
  time: (text) => toInstant(text) !== undefined,
  localTime: (text) => toLocalTime(text) !== undefined,
};

const toText: Partial<Record<FieldType, (text: string) => string | undefined>> = {
  time: toInstant,
  localTime: toLocalTime,
};

const names: Record<FieldType, string> = {
  text: 'text',
  enum: 'text',
  uuid: 'a UUID',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  date: 'a date as YYYY-MM-DD',
  time: 'a time as YYYY-MM-DDThh:mm:ss',
  localTime: 'a local time as YYYY-MM-DDThh:mm:ss',
};

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !inRange(text)) return false;
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether PostgreSQL and ISO 8601 write the year alike: they differ outside 1 to 9999. */
const inRange = (text: string) => /^(?!0000)\d{4}-/.test(text);

/**
 * Record times are written without a zone and mean UTC; one with an offset is taken at its word.
 * To the second, as records show them.
 */
function toInstant(text: string): string | undefined {
  try {
    const zoned = /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(text) && text.includes('T');
    const instant = zoned
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').toInstant();
    const time = instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString();
    return inRange(time) ? time : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a local time. It is no instant, so it takes no offset. */
function toLocalTime(text: string): string | undefined {
  try {
    const time = Temporal.PlainDateTime.from(text).toString();
    return inRange(time) ? time : undefined;
  } catch {
    return undefined;
  }
}
