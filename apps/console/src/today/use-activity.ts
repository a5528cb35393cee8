import { useRead } from '../data.ts';
import { shownZone, today } from '../time.ts';

export const weeks = 26;
const options = { staleTime: 300_000 };

/** The first day of the weeks that are shown: a Monday. */
export const firstDay = () => {
  const now = today();
  return now.subtract({ days: now.dayOfWeek - 1, weeks: weeks - 1 });
};

/** Reads how often something happened on each day of the last weeks. */
export function useDaily(eventType: string) {
  const zone = shownZone();
  const from = firstDay();
  const to = today().add({ days: 1 });
  const instantOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString();
  const body = {
    eventType,
    timeRange: { from: instantOf(from), to: instantOf(to) },
    granularity: 'DAY',
    timezone: zone,
    aggregations: [{ function: 'COUNT' }],
    fillEmpty: true,
  } as const;
  const answer = useRead(
    'queryAnalytics',
    { body: { ...body, aggregations: [{ function: 'COUNT' }] } },
    options,
  );
  return { ...answer, days: answer.data?.rows.map(({ values }) => Number(values.at(-1))) };
}

export const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

/** Returns the sums of weeks, of days that begin with a Monday. */
export function weekly(days: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    sum(days.slice(week * 7, week * 7 + 7)),
  );
}
