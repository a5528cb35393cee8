import type { Row, Rows } from '@atrium/kit/sql.ts';
import pg, { type QueryArrayResult } from 'pg';

/** Reads values as answers have them: dates and times stay text, others are read as pg reads them. */
export const types = new pg.TypeOverrides();

const asTexts = pg.types.getTypeParser(1009 as number) as (value: string) => string[];
const eachOf = (read: (value: string) => unknown) => (value: string) => asTexts(value).map(read);

/** Returns `… at time zone 'UTC'` as `record_time` has it, which costs the database several times as much. */
const asRecordTime = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

/** Reads the types of these numbers in `pg_type`. A number of 64 bits counts something: it stays below 2^53. */
function readBy(read: (value: string) => unknown, ...oids: number[]): void {
  for (const oid of oids) types.setTypeParser(oid, read);
}
readBy(Number, 20); // int8
readBy(eachOf(Number), 1016); // int8[]
readBy(String, 1082, 1184, 1186); // date, timestamptz, interval
readBy(asTexts, 1182, 1185, 1231, 1003); // date[], timestamptz[], numeric[], name[]
readBy(asRecordTime, 1114); // timestamp
readBy(eachOf(asRecordTime), 1115); // timestamp[]

/** Returns the rows of a result with their columns in camel case. Keys inside JSON stay as they are. */
export function toRows({ fields, rows, rowCount }: QueryArrayResult): Rows {
  const names = fields.map(({ name }) =>
    name.replace(/_[a-z0-9]/g, (at) => at.slice(1).toUpperCase()),
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
// No connection lives longer: see maxLifetimeSeconds. So none keeps a name that nobody used since.
const unusedMs = 3_700_000;

/**
 * Returns what gives names under which connections keep a statement prepared: none at its first use, and
 * none for more than some hundred statements at a time, because each connection keeps what has a name.
 */
export function createNames() {
  const names = new Map<string, { name: string; usedAt: number }>();
  const seen = new Set<string>();
  let given = 0;

  function forgetUnused(now: number): void {
    for (const [text, { usedAt }] of names) if (now - usedAt > unusedMs) names.delete(text);
  }

  return function nameOf(text: string, now = performance.now()): string | undefined {
    const known = names.get(text);
    if (known) {
      known.usedAt = now;
      return known.name;
    }
    if (!seen.has(text)) {
      if (seen.size === mostNames) seen.clear();
      seen.add(text);
      return undefined;
    }
    if (names.size >= mostNames) forgetUnused(now);
    if (names.size >= mostNames) return undefined;
    const name = `s${given++}`;
    names.set(text, { name, usedAt: now });
    return name;
  };
}

export const nameOf = createNames();
