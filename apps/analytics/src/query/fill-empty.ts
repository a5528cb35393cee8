import type { Question } from '@atrium/questions/read-question.ts';
import { bucketsOf } from './buckets.ts';
import type { CompiledQuery } from './compile-query.ts';
import type { Value } from './schemas.ts';
import type { Row } from './shape-answer.ts';

/**
 * Adds a row for every bucket and group without events: counts are 0, what cannot be known is
 * null. Groups are those that have events somewhere in the range.
 */
export function fillEmpty(
  question: Question,
  query: Pick<CompiledQuery, 'groups' | 'metrics'>,
  rows: readonly Row[],
  maxBuckets: number,
): Row[] {
  const groupsEnd = 1 + question.groupBy.length;
  const keyOf = (bucket: Value, group: readonly Value[]) => JSON.stringify([bucket, ...group]);
  const known = new Map(rows.map((row) => [keyOf(row[0] ?? null, row.slice(1, groupsEnd)), row]));
  const groups = new Map(
    rows.map((row) => [keyOf(null, row.slice(1, groupsEnd)), row.slice(1, groupsEnd)]),
  );
  if (question.groupBy.length === 0) groups.set('', []);
  const nothing = question.metrics.map((metric) =>
    metric.function.startsWith('COUNT') ? 0 : null,
  );
  const each = question.groupBy.length === 0 ? [[]] : [...groups.values()];
  const filled = bucketsOf(question, maxBuckets).flatMap((bucket) =>
    each.map((group) => known.get(keyOf(bucket, group)) ?? [bucket, ...group, ...nothing]),
  );
  return filled.sort(comparator(question, query));
}

function comparator(
  { sort }: Question,
  { groups, metrics }: Pick<CompiledQuery, 'groups' | 'metrics'>,
): (a: Row, b: Row) => number {
  // A bucket is a number already.
  const isTime = [
    false,
    ...groups.map(({ kind }) => kind === 'time'),
    ...metrics.map(({ type }) => type === 'TIMESTAMP'),
  ];
  const rest = isTime.map((_, column) => ({ column, ascending: true }));
  const order = [...sort, ...rest];
  return (a, b) => {
    for (const { column, ascending } of order) {
      const read = isTime[column] ? toMs : (value: Value) => value;
      const [left, right] = [read(a[column] ?? null), read(b[column] ?? null)];
      const difference = compare(left, right, ascending);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** Returns the instant of a time: as text `…:00.5Z` would come before `…:00Z`. */
function toMs(time: Value): Value {
  return time === null ? null : Date.parse(String(time));
}

/** Compares as the engine sorts: nulls last in both directions, text by its bytes. */
function compare(a: Value, b: Value, ascending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const order =
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  return ascending ? order : -order;
}
