import { fieldError, invalid } from '@atrium/kit/problem.ts';

/** A field that a list can be filtered and sorted by, and the column behind it. */
export type ListField = {
  column: string;
  type: FieldType;
  /** True when an index serves both directions; else descending means nulls last. */
  notNull?: boolean;
  /** The columns to sort a text by: the one that holds it folded, which an index can serve, then those that break ties. */
  sortedBy?: readonly string[];
  /** The column that holds a text folded, so that no list folds it; rows of before may lack it still. */
  foldedIn?: string;
  /** True when an index holds the rows in the order of this field. */
  indexed?: true;
  /**
   * States, for a field with any number of values, the rows that hold them, as SQL from `from` to the last
   * condition. It is met when one of them is, its negation when none is; and nothing sorts by it.
   */
  among?: string;
  /** Says, for values that identify, how they compare: in their plain form, whatever way each is written. */
  plain?: PlainForm;
};

/**
 * The plain form of values: `of` returns it, undefined where nothing is left to compare, and `sql` is the
 * function of the database that does. `key` is a column with an index that holds it as `made` has it, SQL in
 * which `$` is the plain form. `within` is a column that has it folded among others, so that few rows are
 * looked at for a part of it.
 */
export type PlainForm = {
  of: (text: string) => string | undefined;
  sql: string;
  key?: { column: string; made: string };
  within?: string;
};

/** The allow-list of a list's fields: what is not in it is a 400. */
export type ListFields = Readonly<Record<string, ListField>>;

/** Returns a field by its name. Throws VALIDATION_FAILED, naming `path`, where there is none. */
export function fieldOf(fields: ListFields, name: string, path: string): ListField {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field) return field;
  const known = Object.keys(fields).join(', ');
  throw invalid(fieldError(path, 'UNKNOWN_FIELD', `must be one of ${known}`));
}

/** Reads the text of a value as PostgreSQL takes it: undefined, or a RangeError, for one of another kind. */
type Read = (text: string, isText: boolean) => string | undefined;

const matching = (form: RegExp) => (text: string) => text.match(form)?.[0];
// Texts of records are composed, and so is what is compared with them.
const asText: Read = (text, isText) => (isText ? text.normalize('NFC') : undefined);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The kinds of a field's values: the type as which PostgreSQL reads them, and how a filter states them. */
export const kinds = {
  text: { cast: 'text', name: 'text', read: asText },
  enum: { cast: 'text', name: 'text', read: asText },
  uuid: { cast: 'uuid', name: 'a UUID', read: matching(uuid) },
  boolean: { cast: 'boolean', name: 'true or false', read: matching(/^(true|false)$/i) },
  integer: { cast: 'bigint', name: 'a whole number', read: matching(/^-?\d{1,18}$/) },
  number: { cast: 'numeric', name: 'a number', read: matching(/^-?\d{1,20}(\.\d{1,10})?$/) },
  date: { cast: 'date', name: 'a date as YYYY-MM-DD', read: toDate },
  time: { cast: 'timestamptz', name: 'a time as YYYY-MM-DDThh:mm:ss', read: toInstant },
  // A local time is no instant, so it takes no offset.
  localTime: {
    cast: 'timestamp',
    name: 'a local time as YYYY-MM-DDThh:mm:ss',
    read: (text: string) => inRange(Temporal.PlainDateTime.from(text)),
  },
};

export type FieldType = keyof typeof kinds;

/** Returns a filter's value as text for PostgreSQL. Throws VALIDATION_FAILED without one or with one of another kind. */
export function readValue(value: unknown, type: FieldType, path: string): string {
  if (value === undefined || value === null)
    throw invalid(fieldError(path, 'REQUIRED', 'is required'));
  const text = attempt(value, kinds[type].read);
  if (text !== undefined) return text;
  throw invalid(fieldError(path, 'WRONG_TYPE', `must be ${kinds[type].name}`));
}

/** Reads a value; Temporal throws where a text is no time. */
function attempt(value: unknown, read: Read): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = String(value);
  try {
    return text.length <= 1000 ? read(text, typeof value === 'string') : undefined;
  } catch {
    return undefined;
  }
}

function toDate(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? inRange(Temporal.PlainDate.from(text)) : undefined;
}

/** Reads a time to the second, as records show them; without an offset it means UTC. */
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
