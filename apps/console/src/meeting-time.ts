import { locale, showCity, shownZone, today } from './time.ts';

/** Says when a meeting is: local times of its own zone; the end of an all-day meeting is excluded. */
export type MeetingTimes = {
  startDateTime: string;
  endDateTime: string;
  timezone: string;
  allDay: boolean;
};

type Moment = Temporal.ZonedDateTime;

/** Returns the moment of a clock's time in a zone; a skipped hour is moved on, of a repeated one the first is taken. */
export const momentOf = (local: string, zone: string): Moment =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone);

/** Returns start and end of a meeting on the person's clock; of an all-day one, its own days. */
export function spanOf({
  startDateTime,
  endDateTime,
  timezone,
  allDay,
}: MeetingTimes): [Moment, Moment] {
  const zone = shownZone();
  if (allDay) return [momentOf(startDateTime, zone), momentOf(endDateTime, zone)];
  return [
    momentOf(startDateTime, timezone).withTimeZone(zone),
    momentOf(endDateTime, timezone).withTimeZone(zone),
  ];
}

/** Returns whether a meeting is over. */
export const isOver = (meeting: MeetingTimes) =>
  Temporal.ZonedDateTime.compare(spanOf(meeting)[1], nowHere()) <= 0;

export const nowHere = (): Moment => Temporal.Now.zonedDateTimeISO(shownZone());

const [opening, closing] = [9, 18];

/** Returns the next full hour of a weekday from 09:00 to 18:00, else when the next working day begins. */
export function nextWorkingHour(now = nowHere().toPlainDateTime()): Temporal.PlainDateTime {
  const next = now.round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  if (next.dayOfWeek <= 5 && next.hour >= opening && next.hour < closing) return next;
  const day = next.toPlainDate().add({ days: next.hour < closing ? 0 : 1 });
  const days = day.dayOfWeek > 5 ? 8 - day.dayOfWeek : 0;
  return day.add({ days }).toPlainDateTime({ hour: opening });
}

/** "10:00", of 24 hours in both languages; a week of meetings shows hundreds, so no formatter is made. */
export const showClock = (at: Moment | Temporal.PlainDateTime) =>
  at.toPlainTime().toString({ smallestUnit: 'minute' });

/** "martes 24 de noviembre", with the year when it is another one. */
export function showDay(date: Temporal.PlainDate, isShort = false): string {
  const year = date.year === today().year ? {} : ({ year: 'numeric' } as const);
  const size = isShort ? 'short' : 'long';
  return date.toLocaleString(locale(), { weekday: size, day: 'numeric', month: size, ...year });
}

/** The last day of an all-day meeting: its end is excluded, unless it bears a time of day. */
export function lastDayOf(meeting: MeetingTimes): Temporal.PlainDate {
  const [start, end] = spanOf(meeting);
  const last = end.subtract({ seconds: 1 }).toPlainDate();
  return Temporal.PlainDate.compare(last, start.toPlainDate()) < 0 ? start.toPlainDate() : last;
}

/** Returns the times of a meeting in words: the day, the hours, and the hours of its own zone when they differ. */
export function showWhen(meeting: MeetingTimes, isShort = false) {
  const [start, end] = spanOf(meeting);
  const day = start.toPlainDate();
  const last = meeting.allDay ? lastDayOf(meeting) : end.toPlainDate();
  const isOneDay = day.equals(last);
  const days = isOneDay ? showDay(day, isShort) : `${showDay(day, true)} – ${showDay(last, true)}`;
  if (meeting.allDay) return { days, hours: '', elsewhere: '' };
  const own = start.withTimeZone(meeting.timezone);
  const isElsewhere = own.offset !== start.offset;
  const ownEnd = end.withTimeZone(meeting.timezone);
  const range = (from: Moment, to: Moment) => `${showClock(from)}–${showClock(to)}`;
  return {
    days,
    hours: range(start, end),
    elsewhere: isElsewhere ? `${range(own, ownEnd)} ${showCity(meeting.timezone)}` : '',
  };
}

/** Says how a clock's time stands to the changes of clocks of its zone. */
export type ClockCase = 'PLAIN' | 'SKIPPED' | 'REPEATED';

export function clockCaseOf(local: string, zone: string): ClockCase {
  const plain = Temporal.PlainDateTime.from(local);
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.equals(later)) return 'PLAIN';
  return earlier.toPlainDateTime().equals(plain) ? 'REPEATED' : 'SKIPPED';
}

/** Minutes as "1 h 30 min". */
export function showMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours ? `${hours} h` : '', rest || !hours ? `${rest} min` : ''].filter(Boolean).join(' ');
}
