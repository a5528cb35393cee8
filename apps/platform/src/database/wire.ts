import type { Row, Rows } from '@atrium/kit/sql.ts';
import pg, { type QueryArrayResult } from 'pg';

const asText = (value: string) => value;

/** `… at time zone 'UTC'` as `record_time` has it, which costs the database several times as much. */
const asRecordTime = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

const textArray = pg.types.getTypeParser(1009 as number) as (value: string) => string[];

/** Readers of values by the number of their type; other types are read as pg reads them. */
const parsers: Record<number, (value: string) => unknown> = {
  // Numbers of 64 bits: what is counted stays below 2^53.
  20: Number,
  1016: (value) => textArray(value).map(Number),
  // date, timestamp, timestamptz, interval and their arrays stay text.
  1082: asText,
  1114: asRecordTime,
  1184: asText,
  1186: asText,
  1115: (value) => textArray(value).map(asRecordTime),
  1182: textArray,
  1185: textArray,
  // numeric[] and name[]
  1231: textArray,
  1003: textArray,
};

/** Reads values as they come in answers: dates and times stay text, as the contract writes them. */
export const types = {
  getTypeParser: ((oid: number) =>
    parsers[oid] ?? pg.types.getTypeParser(oid)) as typeof pg.types.getTypeParser,
};

/** Returns the rows of a result with their columns in camel case. Keys inside JSON stay as they are. */
export function toRows({ fields, rows, rowCount }: QueryArrayResult): Rows {
  const names = fields.map((field) => toCamel(field.name));
  const named = rows.map((values) => {
    const row: Row = {};
    for (let at = 0; at < names.length; at++) row[names[at] as string] = values[at];
    return row;
  });
  // Not enumerable, so that the rows are equal to an array of such rows.
  return Object.defineProperty(named, 'count', { value: rowCount ?? 0 }) as Row[] as Rows;
}

const toCamel = (column: string): string =>
  column.includes('_')
    ? column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : column;

const mostNames = 300;
const names = new Map<string, string>();
const seenOnce = new Set<string>();

/**
 * Returns the name under which connections keep a statement prepared: none for one that is seen for the
 * first time, and none beyond some hundreds, because each connection keeps what has a name.
 */
export function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= mostNames) return name;
  if (!seenOnce.delete(text)) {
    if (seenOnce.size >= mostNames) seenOnce.clear();
    seenOnce.add(text);
    return undefined;
  }
  names.set(text, `s${names.size}`);
  return names.get(text);
}
