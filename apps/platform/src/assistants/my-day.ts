import type { Ask } from './own-api.ts';
import type { Given } from './tool.ts';

type Row = { startDateTime: string; endDateTime: string; timezone: string };
type Today = {
  date: string;
  timezone: string;
  calendar: { meetings: Row[] };
  tasks: { content: unknown[] };
};

/** Returns somebody's meetings of a day, and the tasks that are due within a week of it. */
export async function myDay(ask: Ask, { date }: Given) {
  const today = (await ask({ path: '/api/today', query: { date } })) as Today;
  const meetings = today.calendar.meetings.filter((meeting) => isOn(meeting, today));
  return { meetings, tasks: today.tasks.content };
}

/** Returns whether a meeting takes place on a day, as the day is in the time zone of whoever asks. */
function isOn(meeting: Row, { date, timezone }: Today): boolean {
  const at = (local: string) =>
    Temporal.PlainDateTime.from(local).toZonedDateTime(meeting.timezone).toInstant();
  const day = Temporal.PlainDate.from(date);
  const begins = day.toZonedDateTime(timezone).toInstant();
  const ends = day.add({ days: 1 }).toZonedDateTime(timezone).toInstant();
  const isBefore = (one: Temporal.Instant, other: Temporal.Instant) =>
    Temporal.Instant.compare(one, other) < 0;
  return isBefore(at(meeting.startDateTime), ends) && isBefore(begins, at(meeting.endDateTime));
}
