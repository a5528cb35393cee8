import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Granularity } from '@atrium/questions/schemas.ts';
import { stretchesOf } from './offsets.ts';

/** The range and grain of a question: what its buckets depend on. */
export type Grain = { fromMs: number; toMs: number; granularity: Granularity; timezone: string };

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const at = 'toUnixTimestamp64Milli(occurred_at)';

// Whole weeks, further back than any event: what is shifted by them is never negative, so that a
// division cuts off what is left over, which the engine does faster than it takes a remainder.
const shiftMs = 6_000 * 7 * dayMs;
const floorTo = (ms: string, step: number) =>
  `(intDiv(${ms} + ${shiftMs}, ${step}) * ${step} - ${shiftMs})`;

// No event is further ahead, so no later change of clocks matters.
const latestMs = () => Date.now() + 2 * dayMs;

/**
 * Returns SQL of an event's bucket: for minutes and hours the instant it begins, in ms; for days and
 * longer its first local day, in ms as if it were UTC (`bucketInstant` turns it into an instant).
 * An hour begins with the local hour or a change of clocks, so a repeated hour is two buckets.
 */
export function bucketSql({ fromMs, toMs, granularity, timezone }: Grain): string {
  const stretches = stretchesOf(timezone, fromMs, Math.min(toMs, Math.max(latestMs(), fromMs + 1)));
  const pick = (values: readonly number[]): string => {
    const branches = stretches
      .slice(1)
      .flatMap(({ startMs }, index) => [`${at} < ${startMs}`, `${values[index]}`]);
    const last = `${values.at(-1)}`;
    return branches.length > 0 ? `multiIf(${[...branches, last].join(', ')})` : last;
  };
  const offset = pick(stretches.map(({ offsetMs }) => offsetMs));
  const local = offset === '0' ? at : `(${at} + ${offset})`;
  switch (granularity) {
    case 'MINUTE':
    case 'HOUR': {
      const step = granularity === 'HOUR' ? hourMs : minuteMs;
      const start = `${floorTo(local, step)} - ${offset}`;
      return `greatest(${start}, ${pick(stretches.map(({ startMs }) => startMs))})`;
    }
    case 'WEEK':
      // 1970-01-01 was a Thursday.
      return `${floorTo(`${local} + ${3 * dayMs}`, 7 * dayMs)} - ${3 * dayMs}`;
    case 'MONTH': {
      const inUtc =
        offset === '0' ? 'occurred_at' : `fromUnixTimestamp64Milli(toInt64(${local}), 'UTC')`;
      return `toUnixTimestamp64Milli(toDateTime64(toStartOfMonth(${inUtc}), 3, 'UTC'))`;
    }
    default:
      return floorTo(local, dayMs);
  }
}

/** Returns the first instant, in ms, of the bucket that `bucketSql` calculated. */
export function bucketInstant(bucket: number, { granularity, timezone }: Grain): number {
  if (granularity === 'MINUTE' || granularity === 'HOUR' || timezone === 'UTC') return bucket;
  const day = Temporal.Instant.fromEpochMilliseconds(bucket)
    .toZonedDateTimeISO('UTC')
    .toPlainDate();
  return day.toZonedDateTime(timezone).epochMilliseconds;
}

/** Returns the first instants, in ms, of all buckets that the range touches. Throws VALIDATION_FAILED above `max`. */
export function bucketsOf(grain: Grain, max: number): number[] {
  const { granularity } = grain;
  const short = granularity === 'MINUTE' || granularity === 'HOUR';
  const step = granularity === 'HOUR' ? hourMs : minuteMs;
  const buckets: number[] = [];
  for (const bucket of short ? shortBuckets(grain, step) : longBuckets(grain)) {
    if (buckets.push(bucket) <= max) continue;
    const message = `holds more than ${max} buckets to fill`;
    throw invalid(fieldError('timeRange', 'TOO_LARGE', message));
  }
  return buckets;
}

function* shortBuckets({ fromMs, toMs, timezone }: Grain, step: number): Generator<number> {
  const stretches = stretchesOf(timezone, fromMs, toMs);
  for (const [index, { startMs, offsetMs }] of stretches.entries()) {
    const [start, end] = [Math.max(startMs, fromMs), stretches[index + 1]?.startMs ?? toMs];
    const whole = Math.floor((start + offsetMs) / step) * step - offsetMs;
    yield Math.max(whole, startMs);
    for (let bucket = whole + step; bucket < end; bucket += step) yield bucket;
  }
}

const steps: Partial<Record<Granularity, Temporal.DurationLike>> = {
  DAY: { days: 1 },
  WEEK: { weeks: 1 },
  MONTH: { months: 1 },
};

function* longBuckets({ fromMs, toMs, timezone, granularity }: Grain): Generator<number> {
  const from = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timezone);
  let day = from.toPlainDate();
  if (granularity === 'WEEK') day = day.subtract({ days: day.dayOfWeek - 1 });
  if (granularity === 'MONTH') day = day.with({ day: 1 });
  for (let last = Number.NEGATIVE_INFINITY; ; ) {
    const bucket = day.toZonedDateTime(timezone).epochMilliseconds;
    if (bucket >= toMs) return;
    // A day that a zone has left out begins when the next one does.
    if (bucket > last) yield bucket;
    last = bucket;
    day = day.add(steps[granularity] ?? { days: 1 });
  }
}
