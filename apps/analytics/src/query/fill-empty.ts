import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Question } from './read-query.ts';
import type { Granularity, Value } from './schemas.ts';
import type { Row } from './shape-answer.ts';

const steps: Record<Exclude<Granularity, 'NONE' | 'MINUTE' | 'HOUR'>, Temporal.DurationLike> = {
  DAY: { days: 1 },
  WEEK: { weeks: 1 },
  MONTH: { months: 1 },
};

const [hourMs, minuteMs] = [3_600_000, 60_000];

/** The first instants, in ms, of all buckets that the range touches. Throws VALIDATION_FAILED above `max`. */
export function bucketsOf(question: Question, max: number): number[] {
  const buckets: number[] = [];
  for (
    let at = firstBucket(question);
    at.epochMilliseconds < question.toMs;
    at = next(at, question)
  ) {
    if (buckets.push(at.epochMilliseconds) <= max) continue;
    const message = `holds more than ${max} buckets to fill`;
    throw invalid(fieldError('timeRange', 'TOO_LARGE', message));
  }
  return buckets;
}

function firstBucket({ fromMs, timezone, granularity }: Question): Temporal.ZonedDateTime {
  const from = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timezone);
  const day = from.startOfDay();
  switch (granularity) {
    case 'MONTH':
      return day.with({ day: 1 }).startOfDay();
    case 'WEEK':
      return day.subtract({ days: day.dayOfWeek - 1 }).startOfDay();
    case 'DAY':
      return day;
    default:
      return from.round({
        smallestUnit: granularity === 'HOUR' ? 'hour' : 'minute',
        roundingMode: 'floor',
      });
  }
}

function next(at: Temporal.ZonedDateTime, { granularity }: Question): Temporal.ZonedDateTime {
  if (granularity === 'HOUR') return at.add({ milliseconds: hourMs });
  if (granularity === 'MINUTE' || granularity === 'NONE') return at.add({ milliseconds: minuteMs });
  return at.add(steps[granularity]).startOfDay();
}

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
