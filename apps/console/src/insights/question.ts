import type { AnswerOf, BodyOf } from '../api.ts';
import { locale, shownZone } from '../time.ts';

export type Question = BodyOf<'queryAnalytics'>;
export type Answer = AnswerOf<'queryAnalytics'>;
export const periods = { '30d': 30, '90d': 90, '26w': 182, '12m': 365 } as const;
export type Period = keyof typeof periods;
export const grains = ['DAY', 'WEEK', 'MONTH'] as const;
export type Grain = (typeof grains)[number];
export const pictures = ['area', 'bars', 'heat'] as const;
export type Picture = (typeof pictures)[number];

const limits = { plain: 1_000, hours: 10_000 };

/** Holds what an address asks: an event over a period, by step, group and zone. */
export type Asked = {
  event: string;
  period: Period;
  grain: Grain;
  zone: string;
  picture: Picture;
  /** How many periods ago. */
  back: number;
  group?: string;
  isCompared: boolean;
};

const among = <T extends string>(values: readonly T[], value: string | undefined, fallback: T) =>
  values.find((each) => each === value) ?? fallback;

export function askedBy(search: Record<string, string | undefined>): Asked {
  const back = Number(search.back ?? 0);
  return {
    event: search.event ?? 'contact.created',
    period: among(Object.keys(periods) as Period[], search.period, '90d'),
    grain: among(grains, search.grain, 'WEEK'),
    zone: search.zone ?? shownZone(),
    picture: among(pictures, search.picture, 'area'),
    back: Number.isInteger(back) && back > 0 ? Math.min(back, 40) : 0,
    ...(search.group ? { group: search.group } : {}),
    isCompared: search.compare === 'previous' && !search.group && search.picture !== 'heat',
  };
}

/** Returns the range of a period that ended so many periods ago; the last includes today. */
export function rangeOf(period: Period, back: number, zone: string) {
  const days = periods[period];
  const end = Temporal.Now.plainDateISO(zone).add({ days: 1 - back * days });
  const at = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).toInstant().toString();
  return { from: at(end.subtract({ days })), to: at(end) };
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

/** Returns the address's part that asks a saved question, in the period it is nearest to. */
export function searchOf(question: Question): Record<string, string | undefined> {
  const { from, to } = question.timeRange;
  const days = Temporal.Instant.from(from).until(to).total('days');
  const names = Object.keys(periods) as Period[];
  const nearest = names.reduce((best, each) =>
    Math.abs(periods[each] - days) < Math.abs(periods[best] - days) ? each : best,
  );
  const isHeat = question.granularity === 'HOUR';
  return {
    event: question.eventType,
    period: nearest,
    grain: isHeat ? undefined : question.granularity,
    zone: question.timezone,
    group: question.groupBy?.[0]?.field,
    picture: isHeat ? 'heat' : undefined,
  };
}

/** Shows the beginning of a bucket in the zone that the question was asked in. */
export function showBucket(instant: string, zone: string, grain: string): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate();
  return grain === 'MONTH'
    ? at.toLocaleString(locale(), { month: 'short', year: 'numeric' })
    : at.toLocaleString(locale(), { day: 'numeric', month: 'short' });
}
