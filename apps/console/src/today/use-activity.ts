import { useRead } from '../data.ts';
import { shownZone, today } from '../time.ts';

export const weeks = 26;
const options = { staleTime: 300_000 };

/** The first day of the weeks that are shown: a Monday. */
export const firstDay = () => {
  const now = today();
  return now.subtract({ days: now.dayOfWeek - 1, weeks: weeks - 1 });
};

/** What happens in a firm, as the page counts it by day. */
const eventTypes = [
  'contact.created',
  'contact.updated',
  'meeting.created',
  'meeting.rsvp',
  'note.created',
  'task.completed',
  'login.success',
  'login.failure',
] as const;

/** Reads how often something happened on each day of the last weeks: all of it in one question. */
export function useDaily(eventType: (typeof eventTypes)[number]) {
  const zone = shownZone();
  const to = today().add({ days: 1 });
  const instantOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant().toString();
  const timeRange = { from: instantOf(firstDay()), to: instantOf(to) };
  const queries = eventTypes.map((each) => ({
    eventType: each,
    timeRange,
    granularity: 'DAY' as const,
    timezone: zone,
    aggregations: [{ function: 'COUNT' as const }],
    fillEmpty: true,
  }));
  const answer = useRead('queryAnalyticsTogether', { body: { queries } }, options);
  const own = answer.data?.answers[eventTypes.indexOf(eventType)];
  return { ...answer, days: own?.rows.map(({ values }) => Number(values.at(-1))) };
}

export const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

/** Returns the sums of weeks, of days that begin with a Monday. */
export function weekly(days: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    sum(days.slice(week * 7, week * 7 + 7)),
  );
}
