import { bucketsOf } from './buckets.ts';
import type { Question } from './read-query.ts';
import type { Value } from './schemas.ts';
import type { Row } from './shape-answer.ts';

/**
 * Adds a row for every bucket and group without events: COUNT is 0, what cannot be known is
 * null. Groups are those that have events somewhere in the range.
 */
export function fillEmpty(question: Question, rows: readonly Row[], maxBuckets: number): Row[] {
  const groupsEnd = 1 + question.groupBy.length;
  const keyOf = (bucket: Value, group: readonly Value[]) => JSON.stringify([bucket, ...group]);
  const known = new Map(rows.map((row) => [keyOf(row[0] ?? null, row.slice(1, groupsEnd)), row]));
  const groups = new Map(
    rows.map((row) => [keyOf(null, row.slice(1, groupsEnd)), row.slice(1, groupsEnd)]),
  );
  if (question.groupBy.length === 0) groups.set('', []);
  const nothing = question.metrics.map((metric) => (metric.function === 'COUNT' ? 0 : null));
  const each = question.groupBy.length === 0 ? [[]] : [...groups.values()];
  const filled = bucketsOf(question, maxBuckets).flatMap((bucket) =>
    each.map((group) => known.get(keyOf(bucket, group)) ?? [bucket, ...group, ...nothing]),
  );
  return filled.sort(comparator(question));
}

function comparator({ sort, groupBy, metrics }: Question): (a: Row, b: Row) => number {
  const width = 1 + groupBy.length + metrics.length;
  const rest = Array.from({ length: width }, (_, column) => ({ column, ascending: true }));
  const order = [...sort, ...rest];
  return (a, b) => {
    for (const { column, ascending } of order) {
      const difference = compare(a[column] ?? null, b[column] ?? null, ascending);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** Nulls last in both directions, text by its bytes: as the engine sorts. */
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
