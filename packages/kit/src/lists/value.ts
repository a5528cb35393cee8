import { fieldError, invalid } from '../problem.ts';
import type { FieldType } from './fields.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

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
  const { name, read } = kinds[type];
  const found = readable && text.length <= 1000 ? read(text, kind) : undefined;
  if (found !== undefined) return found;
  throw invalid(fieldError(path, 'WRONG_TYPE', `must be ${name}`));
}

const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : undefined);
const asText = {
  name: 'text',
  read: (text: string, kind: string) => (kind === 'string' ? text : undefined),
};

type Kind = { name: string; read: (text: string, kind: string) => string | undefined };

/** The name of each type of value, and how one is read: undefined for a value of another kind. */
const kinds: Record<FieldType, Kind> = {
  text: asText,
  enum: asText,
  uuid: { name: 'a UUID', read: matching(uuid) },
  boolean: { name: 'true or false', read: matching(/^(true|false)$/i) },
  integer: { name: 'a whole number', read: matching(/^-?\d{1,18}$/) },
  number: { name: 'a number', read: matching(/^-?\d{1,20}(\.\d{1,10})?$/) },
  date: { name: 'a date as YYYY-MM-DD', read: (text) => (isDate(text) ? text : undefined) },
  time: { name: 'a time as YYYY-MM-DDThh:mm:ss', read: toInstant },
  localTime: { name: 'a local time as YYYY-MM-DDThh:mm:ss', read: toLocalTime },
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
