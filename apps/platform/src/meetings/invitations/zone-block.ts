import { findZone } from '@atrium/kit/zones.ts';

// Rules come round within 28 years: so many show every date that a rule can give.
const yearsOfRules = 30;
const yearsListed = 16;
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A change of a zone's clock: the offsets in seconds, and the local time by the first of them. */
type Onset = { from: number; to: number; at: Temporal.PlainDateTime };

const blocks = new Map<string, string>();

/**
 * Returns the description of a zone (VTIMEZONE, RFC 5545, section 3.6.5) by the rules that this process
 * knows: from last year on the offsets are those of the runtime, by rules where the zone has such, and
 * else each change for 15 years. Empty for what is no zone.
 */
export function zoneBlock(name: string): string {
  const zone = findZone(name);
  if (!zone) return '';
  // What is listed moves on with the years.
  const { year } = Temporal.Now.plainDateISO('UTC');
  const key = `${year} ${zone}`;
  const block = blocks.get(key) ?? describe(zone, year - 1);
  blocks.set(key, block);
  return block;
}

function describe(zone: string, year: number): string {
  const first = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone);
  const offset = first.offsetNanoseconds / 1e9;
  const onsets = onsetsOf(first, year + yearsOfRules);
  const components =
    onsets.length === 0
      ? [component({ from: offset, to: offset, at: epoch })]
      : (byRules(onsets) ?? [
          component({ from: offset, to: offset, at: epoch }),
          ...listed(onsets.filter(({ at }) => at.year < year + yearsListed)),
        ]);
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...components.flat(), 'END:VTIMEZONE', ''].join(
    '\r\n',
  );
}

const epoch = Temporal.PlainDateTime.from('1970-01-01');

/** Lists the changes of a clock from a time up to a year. */
function onsetsOf(first: Temporal.ZonedDateTime, endYear: number): Onset[] {
  const onsets: Onset[] = [];
  let before = first;
  for (;;) {
    const after = before.getTimeZoneTransition('next');
    if (!after || after.year >= endYear) return onsets;
    const [from, to] = [before.offsetNanoseconds, after.offsetNanoseconds];
    const at = after.toPlainDateTime().add({ nanoseconds: from - to });
    // Some changes are of names only.
    if (from !== to) onsets.push({ from: from / 1e9, to: to / 1e9, at });
    before = after;
  }
}

/** Returns the changes as yearly rules; undefined unless each of them comes every year on a day of the week. */
function byRules(onsets: readonly Onset[]): string[][] | undefined {
  const groups = Object.values(
    Object.groupBy(onsets, ({ from, to, at }) => [from, to, at.toPlainTime()].join()),
  );
  const rules = groups.map((group = []) => group.length === yearsOfRules && ruleOf(group));
  return rules.every((rule) => rule !== false && rule !== undefined)
    ? (rules as string[][][]).flat()
    : undefined;
}

/** Returns the components of one yearly change: two where its week begins in one month and ends in the next. */
function ruleOf(group: readonly Onset[]): string[][] | undefined {
  const days = group.map(({ at }) => at.toPlainDate());
  const isYearly = new Set(days.map(({ year }) => year)).size === days.length;
  const [weekday, ...others] = new Set(days.map(({ dayOfWeek }) => dayOfWeek));
  const [onset] = group;
  if (!isYearly || !onset || weekday === undefined || others.length > 0) return undefined;
  const months = Map.groupBy(days, ({ month }) => month);
  const dates = [...months].map(([month, each]) => ({
    month,
    days: [...new Set(each.map(({ day }) => day))].sort((a, b) => a - b),
  }));
  // A week at most, or else it follows no such rule.
  if (dates.reduce((sum, each) => sum + each.days.length, 0) > 7) return undefined;
  return dates.map(({ month, days }) => {
    const at = firstOf(month, days, weekday, onset.at.toPlainTime());
    return component({ ...onset, at }, [
      `RRULE:FREQ=YEARLY;BYMONTH=${month};${dayRule(days, weekday, month)}`,
    ]);
  });
}

/** Returns which day of a month it is: the nth or the last of the week, or the one among some dates. */
function dayRule(days: readonly number[], weekday: number, month: number): string {
  const day = weekdays[weekday - 1];
  const [from = 1] = days;
  const lastDay = Temporal.PlainYearMonth.from({ year: 2027, month }).daysInMonth;
  if (days.length === 7 && from % 7 === 1 && from < 28) return `BYDAY=${(from + 6) / 7}${day}`;
  if (days.length === 7 && month !== 2 && days.at(-1) === lastDay) return `BYDAY=-1${day}`;
  return `BYDAY=${day};BYMONTHDAY=${days.join()}`;
}

function firstOf(
  month: number,
  days: readonly number[],
  weekday: number,
  time: Temporal.PlainTime,
) {
  for (let year = 1970; ; year += 1) {
    const found = days
      .map((day) => Temporal.PlainDate.from({ year, month, day }))
      .find(({ dayOfWeek }) => dayOfWeek === weekday);
    if (found) return found.toPlainDateTime(time);
  }
}

/** Returns changes one by one, those between the same offsets together. */
function listed(onsets: readonly Onset[]): string[][] {
  const groups = Map.groupBy(onsets, ({ from, to }) => `${from} ${to}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first
      ? [
          component(
            first,
            others.map(({ at }) => `RDATE:${timeOf(at)}`),
          ),
        ]
      : [],
  );
}

function component({ from, to, at }: Onset, lines: readonly string[] = []): string[] {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${timeOf(at)}`,
    `TZOFFSETFROM:${offsetOf(from)}`,
    `TZOFFSETTO:${offsetOf(to)}`,
    ...lines,
    `END:${kind}`,
  ];
}

const timeOf = (at: Temporal.PlainDateTime) =>
  at.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');

function offsetOf(seconds: number): string {
  const size = Math.abs(seconds);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, '0'));
  return `${seconds < 0 ? '-' : '+'}${hours}${minutes}${rest === '00' ? '' : rest}`;
}
