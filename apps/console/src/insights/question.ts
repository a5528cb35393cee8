import type { AnswerOf, BodyOf } from '../api.ts';
import type { Search } from '../search.ts';
import { locale, shownZone } from '../time.ts';

export type Question = BodyOf<'queryAnalytics'>;
export type Answer = AnswerOf<'queryAnalytics'>;
export const periods = { '30d': 30, '90d': 90, '26w': 182, '12m': 365 } as const;
export type Period = keyof typeof periods;
/** Days of one's own choice; the last is included. */
export type Dates = { from: string; to: string };
export const grains = ['DAY', 'WEEK', 'MONTH'] as const;
export type Grain = (typeof grains)[number];
export const pictures = ['area', 'bars', 'heat'] as const;
export type Picture = (typeof pictures)[number];

/** The longest period that is asked for. */
const mostDays = 3_660;
const limits = { plain: 1_000, hours: 10_000 };

/** Holds what an address asks: an event over a period, by step, group and zone. */
export type Asked = {
  event: string;
  period: Period | Dates;
  grain: Grain;
  zone: string;
  picture: Picture;
  /** The number of periods by which the asked time lies back. */
  back: number;
  group?: string;
  isCompared: boolean;
};

const among = <T extends string>(values: readonly T[], value: string | undefined, fallback: T) =>
  values.find((each) => each === value) ?? fallback;

export function askedBy(search: Search<'insights'>): Asked {
  const back = Number(search.back ?? 0);
  return {
    event: search.event ?? 'contact.created',
    period: datesOf(search) ?? among(Object.keys(periods) as Period[], search.period, '90d'),
    grain: among(grains, search.grain, 'WEEK'),
    zone: search.zone ?? shownZone(),
    picture: among(pictures, search.picture, 'area'),
    back: Number.isInteger(back) && back > 0 ? Math.min(back, 40) : 0,
    ...(search.group ? { group: search.group } : {}),
    isCompared: search.compare === 'previous' && !search.group && search.picture !== 'heat',
  };
}

/** Returns the days that an address states, when they are in order. */
function datesOf({ from, to }: Search<'insights'>): Dates | undefined {
  if (!from || !to) return undefined;
  const days = Temporal.PlainDate.from(from).until(to).total('days');
  return days >= 0 && days < mostDays ? { from, to } : undefined;
}

/** Returns the first day of a period that ended so many periods ago, and the day after its last. */
export function daysOf(period: Period | Dates, back: number, zone: string) {
  const isOwn = typeof period === 'object';
  const end = isOwn ? Temporal.PlainDate.from(period.to) : Temporal.Now.plainDateISO(zone);
  const days = isOwn
    ? Temporal.PlainDate.from(period.from).until(end).total('days') + 1
    : periods[period];
  const after = end.add({ days: 1 - back * days });
  return { first: after.subtract({ days }), after };
}

/** Returns the moments of a period that ended so many periods ago; the last one that is named includes today. */
export function rangeOf(period: Period | Dates, back: number, zone: string) {
  const at = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).toInstant().toString();
  const { first, after } = daysOf(period, back, zone);
  return { from: at(first), to: at(after) };
}

/** Returns the request that an address means. */
export function questionOf(asked: Asked, back = asked.back): Question {
  const { event, period, grain, zone, picture, group } = asked;
  const isHeat = picture === 'heat';
  return {
    eventType: event,
    timeRange: rangeOf(period, back, zone),
    granularity: isHeat ? 'HOUR' : grain,
    timezone: zone,
    aggregations: [{ function: 'COUNT' }],
    ...(group && !isHeat ? { groupBy: [{ field: group }] } : {}),
    fillEmpty: !isHeat && !group,
    limit: isHeat ? limits.hours : limits.plain,
  };
}

/** Keeps what a screen shows besides the question; a period that is named moves along with the days. */
export function shownBy({ period, picture, isCompared, back }: Asked): string[] {
  return [
    typeof period === 'string' && back === 0 ? `period=${period}` : '',
    isCompared ? 'compare=previous' : '',
    picture === 'bars' ? 'picture=bars' : '',
  ].filter(Boolean);
}

/** Returns the address's part that asks a saved question: its very days, unless a named period was kept. */
export function searchOf(question: Question, shown: readonly string[]) {
  const kept = Object.fromEntries(shown.map((each) => each.split('=')));
  const zone = question.timezone ?? 'UTC';
  const dayOf = (instant: string, nsBefore: number) =>
    Temporal.Instant.from(instant)
      .subtract({ nanoseconds: nsBefore })
      .toZonedDateTimeISO(zone)
      .toPlainDate()
      .toString();
  const { from, to } = question.timeRange;
  const isHeat = question.granularity === 'HOUR';
  return {
    event: question.eventType,
    zone,
    grain: isHeat ? undefined : question.granularity,
    group: question.groupBy?.[0]?.field,
    picture: isHeat ? 'heat' : undefined,
    ...(kept.period ? {} : { from: dayOf(from, 0), to: dayOf(to, 1) }),
    ...kept,
  };
}

/** Shows the beginning of a bucket in the zone that the question was asked in. */
export function showBucket(instant: string, zone: string, grain: string): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate();
  return grain === 'MONTH'
    ? at.toLocaleString(locale(), { month: 'short', year: 'numeric' })
    : at.toLocaleString(locale(), { day: 'numeric', month: 'short' });
}
