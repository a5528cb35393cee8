import type { Tx } from '../database/transaction.ts';
import type { EntityType } from '../event-types.ts';
import type { RecordFields } from '../lists/record-fields.ts';
import enums from '../words/en.json' with { type: 'json' };
import enumeraciones from '../words/es.json' with { type: 'json' };
import type { Language } from './export-look.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };

type Table = Readonly<Record<string, string>>;
const shared: Record<Language, Readonly<Record<string, Table>>> = {
  SPANISH: enumeraciones,
  ENGLISH: enums,
};
const own: Record<
  Language,
  { columns: Table; values: Record<string, Table>; yes: string; no: string }
> = { SPANISH: es, ENGLISH: en };

/**
 * How people read the values of a column: by a table of words, or as a date or a time. Of what is within
 * a column the path says it: `lastMail.at`.
 */
export type ColumnWords = { table?: string; type?: string };
export type WordsOf = Readonly<Record<string, ColumnWords>>;

/** Returns how the values of fields are read; `tables` names the tables of those that have another name. */
export function wordsOf(fields: RecordFields, tables: Table = {}): WordsOf {
  const words = Object.entries(fields).map(([name, { list }]) => [
    name,
    { table: tables[name] ?? name, ...(list && { type: list.type }) },
  ]);
  return Object.fromEntries(words);
}

/** Returns the header of a file in words. */
export const headerOf = (names: readonly string[], language: Language): string[] =>
  names.map((name) => own[language].columns[name] ?? name);

/** What is needed to read values: the language, the reader's zone, and the firm's own words by column. */
export type Reader = { language: Language; timeZone: string; words: WordsOf; labels: Labels };
export type Labels = Readonly<Record<string, Table>>;

/** Returns rows as people read them: identifiers are the names of what they stand for. */
export async function inWords(
  tx: Tx,
  reader: Reader,
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<string[][]> {
  const named = await namesOf(tx, rows.flat(2));
  return rows.map((cells) => cells.map((cell, at) => said(reader, named, names[at] ?? '', cell)));
}

function said(reader: Reader, named: Named, name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  const { yes, no, values } = own[reader.language];
  if (typeof value === 'boolean') return value ? yes : no;
  const parts = (of: [path: string, value: unknown][], between: string) =>
    of
      .map(([path, each]) => said(reader, named, path, each))
      .filter(Boolean)
      .join(between);
  if (Array.isArray(value)) {
    const each = value.map((one): [string, unknown] => [name, one]);
    return parts(each, ', ');
  }
  if (typeof value === 'object') {
    const { phoneCountryCode, phoneNumber, ...others } = value as Record<string, unknown>;
    // A cell that began with a plus would be taken for a formula.
    const code = phoneCountryCode ? `(${phoneCountryCode})` : '';
    const inner = Object.entries(others).map(([key, one]): [string, unknown] => [
      `${name}.${key}`,
      one,
    ]);
    return parts([['', code], ['', phoneNumber], ...inner], ' ');
  }
  const text = String(value);
  if (isUuid.test(text)) return named.get(text) ?? '';
  const { table = '', type } = reader.words[name] ?? {};
  if (type === 'date' || type === 'time' || type === 'localTime')
    return written(text, type, reader);
  return (
    reader.labels[name]?.[text] ??
    values[table]?.[text] ??
    shared[reader.language][table]?.[text] ??
    text
  );
}

const signs: Record<Language, string> = { SPANISH: '-', ENGLISH: '/' };

/** Writes a date, or a time by the reader's clock unless it is by another already. The day comes first. */
function written(text: string, type: 'date' | 'time' | 'localTime', reader: Reader): string {
  const at = Temporal.PlainDateTime.from(text);
  const local =
    type === 'time'
      ? at.toZonedDateTime('UTC').withTimeZone(reader.timeZone).toPlainDateTime()
      : at;
  const [year, month, day] = local.toPlainDate().toString().split('-');
  const date = [day, month, year].join(signs[reader.language]);
  return type === 'date'
    ? date
    : `${date} ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`;
}

export type Named = ReadonlyMap<string, string>;
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const namedKinds: readonly EntityType[] = [
  'STAFF',
  'CONTACT',
  'HOUSEHOLD',
  'MEETING',
  'ORGANISATION',
  'PARTNER',
  'TENANT',
];

/** Finds the names of the records that identifiers among some values stand for. */
export async function namesOf(
  tx: Tx,
  values: readonly unknown[],
  kinds: readonly EntityType[] = namedKinds,
): Promise<Named> {
  const uuids = [...new Set(values.map(String).filter((value) => isUuid.test(value)))];
  if (uuids.length === 0) return new Map();
  const names = tx.kinds
    .filter(({ entityType }) => kinds.includes(entityType))
    .map(({ name }) => name(tx, tx`e.uuid`));
  const all = names.reduce((sum, each) => tx`${sum}, ${each}`);
  const found = await tx<{ uuid: string; name: string | null }[]>`
    select e.uuid, coalesce(${all}) as name
      from (select ${tx.tenantUuid}::uuid as tenant_uuid, uuid from unnest(${uuids}::uuid[]) uuid) e`;
  return new Map(found.map(({ uuid, name }) => [uuid, name ?? '']));
}

const moment = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/;

/** Writes a date, or a time by the clock that it is by, the day first; any other text stays. */
export function writtenDate(text: string, language: Language): string {
  const [, date = '', time] = moment.exec(text) ?? [];
  if (!date) return text;
  const day = date.split('-').toReversed().join(signs[language]);
  return time ? `${day} ${time}` : day;
}

/**
 * Returns a value of a field that is shown by itself as people read it: a date or time, a name, a word of
 * the field's table, or as it is. Of `columns` it is the field's own name, in words as far as there are.
 */
export function wordFor(
  { language, named }: Pick<Reader, 'language'> & { named: Named },
  field: string,
  value: unknown,
): string {
  const { columns, values, yes, no } = own[language];
  if (typeof value === 'boolean') return value ? yes : no;
  const text = String(value);
  if (field === 'columns')
    return columns[text] ?? text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  if (/(At|Date|dateOfBirth|Until)$/.test(field)) return writtenDate(text, language);
  return (
    named.get(text) ??
    values[field]?.[text] ??
    shared[language][tableOf[field] ?? field]?.[text] ??
    text
  );
}

const tableOf: Table = {
  stageName: 'stages',
  contactSource: 'sources',
  segmentName: 'segments',
  marketSegment: 'segments',
};

/** Finds the clock of whoever reads: of staff their own, of everybody else UTC. */
export async function zoneOf(tx: Tx, staffUuid: string): Promise<string> {
  const [found] = await tx<{ timeZone: string | null }[]>`
    select time_zone from staff_members where staff_uuid = ${staffUuid}`;
  return found?.timeZone ?? 'UTC';
}
