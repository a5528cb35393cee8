import type { Row, Rows } from '@atrium/kit/sql.ts';
import pg, { type QueryArrayResult } from 'pg';

const asText = (value: string) => value;

/** Returns `… at time zone 'UTC'` as `record_time` has it, which costs the database several times as much. */
const asRecordTime = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

const asTexts = pg.types.getTypeParser(1009 as number) as (value: string) => string[];

/** Readers by the number of a type in `pg_type`. A number of 64 bits counts something: it stays below 2^53. */
const parsers: Record<number, (value: string) => unknown> = {
  20: Number, // int8
  1016: (value) => asTexts(value).map(Number), // int8[]
  1082: asText, // date
  1182: asTexts, // date[]
  1114: asRecordTime, // timestamp
  1115: (value) => asTexts(value).map(asRecordTime), // timestamp[]
  1184: asText, // timestamptz
  1185: asTexts, // timestamptz[]
  1186: asText, // interval
  1231: asTexts, // numeric[]
  1003: asTexts, // name[]
};

/** Reads values as answers have them: dates and times stay text. Other types are read as pg reads them. */
export const types = {
  getTypeParser: ((oid: number) =>
    parsers[oid] ?? pg.types.getTypeParser(oid)) as typeof pg.types.getTypeParser,
};

/** Returns the rows of a result with their columns in camel case. Keys inside JSON stay as they are. */
export function toRows({ fields, rows, rowCount }: QueryArrayResult): Rows {
  const names = fields.map(({ name }) =>
    name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
  );
  const named = rows.map((values): Row => {
    const row: Row = {};
    for (const [at, name] of names.entries()) row[name] = values[at];
    return row;
  });
  // Not enumerable, so that the rows are equal to an array of such rows.
  return Object.defineProperty(named, 'count', { value: rowCount ?? 0 }) as Row[] as Rows;
}

const mostNames = 300;
const names = new Map<string, string>();
const seen = new Set<string>();

/**
 * Returns the name under which connections keep a statement prepared: none at its first use, and none
 * for more than some hundred statements, because each connection keeps what has a name.
 */
export function nameOf(text: string): string | undefined {
  if (names.has(text) || names.size === mostNames) return names.get(text);
  if (seen.has(text)) names.set(text, `s${names.size}`);
  if (seen.size === mostNames) seen.clear();
  seen.add(text);
  return names.get(text);
}
