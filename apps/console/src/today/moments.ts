import type { AnswerOf } from '../api.ts';
import { locale, shownZone, today } from '../time.ts';

export type MeetingRow = AnswerOf<'listMeetings'>['meetings'][number];
type Times = Pick<MeetingRow, 'startDateTime' | 'endDateTime' | 'timezone' | 'allDay'>;
type Moment = Temporal.ZonedDateTime;

const momentOf = (local: string, zone: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone);

/** Returns start and end of a meeting on the person's clock; of an all-day one, its own days. */
export function spanOf({
  startDateTime,
  endDateTime,
  timezone,
  allDay,
}: Times): [start: Moment, end: Moment] {
  const zone = shownZone();
  if (allDay) return [momentOf(startDateTime, zone), momentOf(endDateTime, zone)];
  return [
    momentOf(startDateTime, timezone).withTimeZone(zone),
    momentOf(endDateTime, timezone).withTimeZone(zone),
  ];
}

export const nowHere = () => Temporal.Now.zonedDateTimeISO(shownZone());

export const showClock = (at: Moment) =>
  at
    .toPlainTime()
    .toLocaleString(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** "martes 24 de noviembre", with the year when it is another one. */
export function showDay(date: Temporal.PlainDate, isShort = false): string {
  const year = date.year === today().year ? {} : ({ year: 'numeric' } as const);
  const size = isShort ? 'short' : 'long';
  return date.toLocaleString(locale(), { weekday: size, day: 'numeric', month: size, ...year });
}

/** Returns the meetings of days from `first` to `last`, in the order they begin. */
export function meetingsOn(meetings: readonly MeetingRow[], first: Temporal.PlainDate, days = 1) {
  const from = first.toZonedDateTime(shownZone());
  const to = first.add({ days }).toZonedDateTime(shownZone());
  const before = (a: Moment, b: Moment) => Temporal.ZonedDateTime.compare(a, b) < 0;
  return meetings
    .map((meeting) => {
      const [start, end] = spanOf(meeting);
      return { meeting, start, end };
    })
    .filter(({ start, end }) => before(start, to) && before(from, end))
    .sort((a, b) => Temporal.ZonedDateTime.compare(a.start, b.start));
}

export type Placed = ReturnType<typeof meetingsOn>[number];
