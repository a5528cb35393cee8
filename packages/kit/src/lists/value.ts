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
  const found = attempt(value, kinds[type].read);
  if (found !== undefined) return found;
  throw invalid(fieldError(path, 'WRONG_TYPE', `must be ${kinds[type].name}`));
}

/** Reads a value; Temporal throws where a text is no time. */
function attempt(value: unknown, read: Kind['read']): string | undefined {
  const kind = typeof value;
  if (!['string', 'number', 'boolean'].includes(kind)) return undefined;
  const text = String(value);
  try {
    return text.length <= 1000 ? read(text, kind) : undefined;
  } catch {
    return undefined;
  }
}

type Kind = { name: string; read: (text: string, kind: string) => string | undefined };

const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : undefined);
const asText: Kind = {
  name: 'text',
  read: (text, kind) => (kind === 'string' ? text : undefined),
};

/** The name of each type of value, and how one is read: undefined for a value of another kind. */
const kinds: Record<FieldType, Kind> = {
  text: asText,
  enum: asText,
  uuid: { name: 'a UUID', read: matching(uuid) },
  boolean: { name: 'true or false', read: matching(/^(true|false)$/i) },
  integer: { name: 'a whole number', read: matching(/^-?\d{1,18}$/) },
  number: { name: 'a number', read: matching(/^-?\d{1,20}(\.\d{1,10})?$/) },
  date: { name: 'a date as YYYY-MM-DD', read: toDate },
  time: { name: 'a time as YYYY-MM-DDThh:mm:ss', read: toInstant },
  // A local time is no instant, so it takes no offset.
  localTime: {
    name: 'a local time as YYYY-MM-DDThh:mm:ss',
    read: (text) => inRange(Temporal.PlainDateTime.from(text)),
  },
};

function toDate(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return inRange(Temporal.PlainDate.from(text));
}

/**
 * Record times are written without a zone and mean UTC; one with an offset is taken at its word.
 * To the second, as records show them.
 */
function toInstant(text: string): string | undefined {
  const zoned = /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(text) && text.includes('T');
  const instant = zoned
    ? Temporal.Instant.from(text)
    : Temporal.PlainDateTime.from(text).toZonedDateTime('UTC').toInstant();
  return inRange(instant.round({ smallestUnit: 'second', roundingMode: 'floor' }));
}

/** Returns a time as text. PostgreSQL and ISO 8601 write the years 1 to 9999 alike, and no others. */
function inRange(time: object): string | undefined {
  const text = String(time);
  return /^(?!0000)\d{4}-/.test(text) ? text : undefined;
}
