import type { Span } from '../core/time.ts';
import { toIanaZone, toWindowsZone } from '../core/zones.ts';
import { invalid } from './errors.ts';

export type Recurrence = {
  pattern: {
    type: string;
    interval: number;
    month?: number;
    dayOfMonth?: number;
    daysOfWeek?: string[];
    firstDayOfWeek?: string;
    index?: string;
  };
  range: {
    type: string;
    startDate: string;
    endDate?: string;
    recurrenceTimeZone?: string;
    numberOfOccurrences?: number;
  };
};

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const places = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };
const shortOf = (day: string) => day.slice(0, 2).toUpperCase();
const longOf = (short: string) => days.find((day) => shortOf(day) === short.slice(-2)) ?? 'monday';

/** A patternedRecurrence as an RRULE: https://learn.microsoft.com/graph/api/resources/recurrencepattern */
export function toRule({ pattern, range }: Recurrence, span: Span): string[] {
  const parts: string[] = [`INTERVAL=${pattern.interval || 1}`];
  const weekdays = (pattern.daysOfWeek ?? []).map(shortOf).join(',');
  const at = places[(pattern.index ?? 'first') as keyof typeof places];
  if (pattern.type === 'daily') parts.unshift('FREQ=DAILY');
  else if (pattern.type === 'weekly')
    parts.unshift(
      'FREQ=WEEKLY',
      `BYDAY=${weekdays}`,
      `WKST=${shortOf(pattern.firstDayOfWeek ?? 'sunday')}`,
    );
  else if (pattern.type === 'absoluteMonthly')
    parts.unshift('FREQ=MONTHLY', `BYMONTHDAY=${pattern.dayOfMonth}`);
  else if (pattern.type === 'relativeMonthly')
    parts.unshift('FREQ=MONTHLY', `BYDAY=${weekdays}`, `BYSETPOS=${at}`);
  else if (pattern.type === 'absoluteYearly')
    parts.unshift('FREQ=YEARLY', `BYMONTH=${pattern.month}`, `BYMONTHDAY=${pattern.dayOfMonth}`);
  else if (pattern.type === 'relativeYearly')
    parts.unshift('FREQ=YEARLY', `BYMONTH=${pattern.month}`, `BYDAY=${weekdays}`, `BYSETPOS=${at}`);
  else throw invalid('The recurrence pattern is not valid.', 'ErrorInvalidArgument');
  if (range.type === 'numbered') parts.push(`COUNT=${range.numberOfOccurrences}`);
  if (range.type === 'endDate') parts.push(`UNTIL=${lastInstant(range, span)}`);
  return [`RRULE:${parts.join(';')}`];
}

/** An RRULE as a patternedRecurrence. */
export function fromRule(lines: string[], span: Span): Recurrence | null {
  const rule = lines.find((line) => line.startsWith('RRULE:'));
  if (!rule) return null;
  const parts = Object.fromEntries(
    rule
      .slice(6)
      .split(';')
      .map((part) => part.split('=') as [string, string]),
  ) as Record<string, string | undefined>;
  const startDate = span.allDay ? span.start : span.start.local.slice(0, 10);
  return { pattern: patternOf(parts, startDate), range: rangeOf(parts, startDate, span) };
}

function patternOf(
  parts: Record<string, string | undefined>,
  startDate: string,
): Recurrence['pattern'] {
  const start = Temporal.PlainDate.from(startDate);
  const [first = ''] = (parts.BYDAY ?? '').split(',');
  const place = parts.BYSETPOS ?? /^[+-]?\d+/.exec(first)?.[0];
  const daysOfWeek = parts.BYDAY?.split(',').map(longOf) ?? [days[start.dayOfWeek - 1] ?? 'monday'];
  const index = Object.entries(places).find(([, at]) => at === Number(place))?.[0];
  const relative = parts.BYDAY !== undefined;
  const month = Number(parts.BYMONTH ?? start.month);
  const dayOfMonth = Number(parts.BYMONTHDAY ?? start.day);
  const interval = Number(parts.INTERVAL ?? 1);
  const firstDayOfWeek = longOf(parts.WKST ?? 'SU');
  const usual = { interval, month: 0, dayOfMonth: 0, firstDayOfWeek, index: index ?? 'first' };
  if (parts.FREQ === 'DAILY') return { ...usual, type: 'daily' };
  if (parts.FREQ === 'WEEKLY') return { ...usual, type: 'weekly', daysOfWeek };
  const type = `${relative ? 'relative' : 'absolute'}${parts.FREQ === 'YEARLY' ? 'Yearly' : 'Monthly'}`;
  const when = relative ? { daysOfWeek } : { dayOfMonth };
  return { ...usual, ...when, type, ...(parts.FREQ === 'YEARLY' ? { month } : {}) };
}

function rangeOf(
  parts: Record<string, string | undefined>,
  startDate: string,
  span: Span,
): Recurrence['range'] {
  const recurrenceTimeZone = span.allDay ? 'UTC' : toWindowsZone(span.start.zone);
  const usual = { startDate, endDate: '0001-01-01', recurrenceTimeZone, numberOfOccurrences: 0 };
  if (parts.COUNT) return { ...usual, type: 'numbered', numberOfOccurrences: Number(parts.COUNT) };
  const until = parts.UNTIL?.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3');
  return until ? { ...usual, type: 'endDate', endDate: until } : { ...usual, type: 'noEnd' };
}

function lastInstant(
  { endDate = '', recurrenceTimeZone }: Recurrence['range'],
  span: Span,
): string {
  if (span.allDay) return endDate.replaceAll('-', '');
  const zone = toIanaZone(recurrenceTimeZone ?? '') ?? span.start.zone;
  const end = Temporal.PlainDate.from(endDate).toZonedDateTime({
    timeZone: zone,
    plainTime: '23:59:59',
  });
  return `${end.toInstant().toString().replace(/[-:]/g, '').slice(0, 15)}Z`;
}
