import type { AnswerOf } from '../api.ts';
import { lastDayOf, spanOf } from '../meeting-time.ts';

export type Meeting = AnswerOf<'listMeetings'>['meetings'][number];
type Day = Temporal.PlainDate;

/** A part of a meeting on one day, in minutes of the person's clock, with its place among others. */
export type Placed = {
  meeting: Meeting;
  from: number;
  to: number;
  column: number;
  columns: number;
};

const minutesOf = (at: Temporal.ZonedDateTime) => at.hour * 60 + at.minute;
/** The shortest that is drawn, so that it can be read and hit. */
const shortest = 24;

/** Returns whether a meeting takes whole days: it stands above the hours. */
export const isWhole = (meeting: Meeting) => {
  const [start, end] = spanOf(meeting);
  return meeting.allDay || start.until(end).total('hours') >= 24;
};

/** Returns whether a meeting touches a day. */
export function isOn(meeting: Meeting, day: Day): boolean {
  const [start, end] = spanOf(meeting);
  const last = meeting.allDay ? lastDayOf(meeting) : end.subtract({ seconds: 1 }).toPlainDate();
  const isBefore = Temporal.PlainDate.compare(start.toPlainDate(), day) <= 0;
  return isBefore && Temporal.PlainDate.compare(day, last) <= 0;
}

/** Returns the meetings of a day side by side where they overlap. */
export function placedOn(meetings: readonly Meeting[], day: Day): Placed[] {
  const parts = meetings
    .filter((meeting) => !isWhole(meeting) && isOn(meeting, day))
    .map((meeting): Placed => {
      const [start, end] = spanOf(meeting);
      const from = start.toPlainDate().equals(day) ? minutesOf(start) : 0;
      const to = end.toPlainDate().equals(day) ? minutesOf(end) : 1_440;
      return { meeting, from, to: Math.max(to, from + shortest), column: 0, columns: 1 };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  let cluster: Placed[] = [];
  let clusterEnd = 0;
  const close = () => {
    const columns = Math.max(...cluster.map(({ column }) => column + 1));
    for (const part of cluster) part.columns = columns;
    cluster = [];
  };
  for (const part of parts) {
    if (cluster.length > 0 && part.from >= clusterEnd) close();
    const taken = new Set(cluster.filter(({ to }) => to > part.from).map(({ column }) => column));
    while (taken.has(part.column)) part.column += 1;
    clusterEnd = Math.max(cluster.length > 0 ? clusterEnd : 0, part.to);
    cluster.push(part);
  }
  if (cluster.length > 0) close();
  return parts;
}
