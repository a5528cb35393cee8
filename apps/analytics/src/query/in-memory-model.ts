/**
 * The query language once more, as plainly as it can be said, for tests to compare with:
 * events in an array, Temporal for time. It shares no code with the compiler.
 */
export type ModelEvent = {
  eventType: string;
  eventId: string;
  occurredAt: string;
  actorType: string | null;
  entityId: string | null;
  schemaVersion: number;
  attributes: Record<string, string>;
};

export type ModelQuery = {
  eventType: string;
  timeRange: { from: string; to: string };
  granularity: 'NONE' | 'MINUTE' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';
  timezone: string;
  filters: { field: string; op: string; value: unknown }[];
  groupBy: { field: string }[];
  aggregations: { function: string; field?: string; alias: string }[];
  sort: { field: string; ascending: boolean }[];
  limit: number;
  fillEmpty: boolean;
};

type Cell = string | number | null;

export function answer(query: ModelQuery, events: readonly ModelEvent[]) {
  const from = Temporal.Instant.from(query.timeRange.from).epochMilliseconds;
  const to = Temporal.Instant.from(query.timeRange.to).epochMilliseconds;
  const matching = events.filter((event) => {
    const at = Temporal.Instant.from(event.occurredAt).epochMilliseconds;
    const inRange = event.eventType === query.eventType && at >= from && at < to;
    return inRange && query.filters.every((filter) => matches(event, filter));
  });
  const dimensionsOf = (event: ModelEvent): Cell[] => [
    ...(query.granularity === 'NONE' ? [] : [bucketOf(event.occurredAt, query)]),
    ...query.groupBy.map(({ field }) => fieldValue(event, field)),
  ];
  const groups = Map.groupBy(matching, (event) => JSON.stringify(dimensionsOf(event)));
  if (query.groupBy.length === 0 && query.granularity === 'NONE' && groups.size === 0)
    groups.set('[]', []);
  if (query.fillEmpty && query.granularity !== 'NONE') fill(groups, query);
  const rows = [...groups].map(([key, own]) => [
    ...(JSON.parse(key) as Cell[]),
    ...query.aggregations.map((each) => aggregate(each, own, matching)),
  ]);
  const names = [
    ...(query.granularity === 'NONE' ? [] : ['time_bucket']),
    ...query.groupBy.map(({ field }) => field),
    ...query.aggregations.map(({ alias }) => alias),
  ];
  const order = [
    ...query.sort.map(({ field, ascending }) => ({ column: names.indexOf(field), ascending })),
    ...names.map((_, column) => ({ column, ascending: true })),
  ];
  rows.sort((a, b) => {
    for (const { column, ascending } of order) {
      const difference = compare(a[column] ?? null, b[column] ?? null, ascending);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  const isTime = [
    ...(query.granularity === 'NONE' ? [] : [false]),
    ...[...query.groupBy, ...query.aggregations].map(({ field }) => field === 'occurredAt'),
  ];
  const shown = rows
    .slice(0, query.limit)
    .map((row) => row.map((cell, column) => (isTime[column] ? shortTime(cell) : cell)));
  return { rows: shown, truncated: rows.length > query.limit };
}

function shortTime(cell: Cell): Cell {
  return typeof cell === 'string' ? Temporal.Instant.from(cell).toString() : cell;
}

function fieldValue(event: ModelEvent, field: string): Cell {
  if (field.startsWith('attributes.')) return event.attributes[field.slice(11)] ?? null;
  // One length, so that the order of texts is that of times.
  if (field === 'occurredAt')
    return Temporal.Instant.from(event.occurredAt).toString({ smallestUnit: 'millisecond' });
  return event[field as 'actorType' | 'entityId' | 'schemaVersion' | 'eventId'];
}

function bucketOf(at: string, { granularity, timezone }: ModelQuery): string {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(timezone);
  const day = local.startOfDay();
  const start = {
    NONE: () => local,
    MINUTE: () => sinceChange(local.subtract(secondsOf(local))),
    HOUR: () => sinceChange(local.subtract({ ...secondsOf(local), minutes: local.minute })),
    DAY: () => day,
    WEEK: () => day.subtract({ days: day.dayOfWeek - 1 }).startOfDay(),
    MONTH: () => day.with({ day: 1 }).startOfDay(),
  }[granularity]();
  return start.toInstant().toString();

  // A change of clocks begins a new hour.
  function sinceChange(floor: Temporal.ZonedDateTime) {
    const change = local.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    return change && Temporal.ZonedDateTime.compare(change, floor) > 0 ? change : floor;
  }
}

function secondsOf({ second, millisecond }: Temporal.ZonedDateTime) {
  return { seconds: second, milliseconds: millisecond };
}

function fill(groups: Map<string, ModelEvent[]>, query: ModelQuery): void {
  const found = [...groups.keys()].map((key) => (JSON.parse(key) as Cell[]).slice(1));
  const each =
    query.groupBy.length > 0 ? [...new Set(found.map((group) => JSON.stringify(group)))] : ['[]'];
  const stepMs = query.granularity === 'MINUTE' ? 60_000 : 900_000;
  const end = Temporal.Instant.from(query.timeRange.to).epochMilliseconds;
  let at = Temporal.Instant.from(query.timeRange.from).epochMilliseconds;
  for (; at < end; at += stepMs) addBucket(at);
  addBucket(end - 1);

  function addBucket(ms: number) {
    const bucket = bucketOf(Temporal.Instant.fromEpochMilliseconds(ms).toString(), query);
    for (const group of each) {
      const key = JSON.stringify([bucket, ...(JSON.parse(group) as Cell[])]);
      if (!groups.has(key)) groups.set(key, []);
    }
  }
}

function toNumber(value: Cell): number | null {
  if (typeof value === 'number') return value;
  if (value === null || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return null;
  return Number.isFinite(Number(value)) ? Number(value) : null;
}

function toTime(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value))
    return null;
  return Temporal.Instant.from(value).epochMilliseconds;
}

function matches(
  event: ModelEvent,
  { field, op, value }: { field: string; op: string; value: unknown },
): boolean {
  const own = fieldValue(event, field);
  const isAttribute = field.startsWith('attributes.');
  const equals = (wanted: unknown): boolean => {
    if (wanted === null) return own === null;
    if (own === null) return false;
    if (field === 'occurredAt') return toTime(own) === toTime(wanted);
    if (field === 'schemaVersion' || (isAttribute && typeof wanted === 'number'))
      return toNumber(own) === Number(wanted);
    return own === String(wanted);
  };
  if (op === 'EQ') return equals(value);
  if (op === 'NEQ') return !equals(value);
  if (op === 'IN') return (value as unknown[]).some(equals);
  if (op === 'NOT_IN') return !(value as unknown[]).some(equals);
  const difference = rangeDifference(own, value as string | number, field, isAttribute);
  if (difference === null) return false;
  return { GT: difference > 0, GTE: difference >= 0, LT: difference < 0, LTE: difference <= 0 }[
    op
  ] as boolean;
}

function rangeDifference(own: Cell, value: string | number, field: string, isAttribute: boolean) {
  const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);
  if (own === null) return null;
  if (field === 'occurredAt') return minus(toTime(own), toTime(value));
  if (field === 'schemaVersion') return minus(toNumber(own), Number(value));
  if (isAttribute && toNumber(value) !== null) return minus(toNumber(own), toNumber(value));
  if (isAttribute && toTime(value) !== null) return minus(toTime(own), toTime(value));
  return Buffer.compare(Buffer.from(String(own)), Buffer.from(String(value)));
}

function aggregate(
  { function: fn, field }: { function: string; field?: string },
  events: readonly ModelEvent[],
  all: readonly ModelEvent[],
): Cell {
  if (field === undefined) return events.length;
  const present = (of: readonly ModelEvent[]) =>
    of.map((event) => fieldValue(event, field)).filter((value) => value !== null);
  const own = present(events);
  if (fn === 'COUNT') return own.length;
  if (fn === 'COUNT_DISTINCT') return new Set(own).size;
  const numbers = own.map(toNumber).filter((value) => value !== null);
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (fn === 'SUM') return numbers.length > 0 ? sum : null;
  if (fn === 'AVG') return numbers.length > 0 ? sum / numbers.length : null;
  if (fn === 'MEDIAN') return quantile(numbers, 0.5);
  if (fn === 'P90') return quantile(numbers, 0.9);
  const allNumbers = present(all).every((value) => toNumber(value) !== null);
  const sorted = (allNumbers ? numbers : own).sort((a, b) => compare(a, b, true));
  return (fn === 'MIN' ? sorted[0] : sorted.at(-1)) ?? null;
}

/**
 * Returns the value below which a part of the numbers is, between two of them where it falls there: the
 * seventh definition of Hyndman and Fan (1996), counted from one, so that it rounds as the engine does.
 */
function quantile(numbers: readonly number[], part: number): Cell {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = part * (sorted.length - 1) + 1;
  const whole = Math.floor(place);
  const [below, above] = [sorted[whole - 1], sorted[whole]];
  if (below === undefined || above === undefined) return below ?? null;
  return below + (place - whole) * (above - below);
}

function compare(a: Cell, b: Cell, ascending: boolean): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  const order =
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  return ascending ? order : -order;
}
