import type { AnswerOf } from '../api.ts';
import { lastDayOf, spanOf } from '../meeting-time.ts';

export type Meeting = AnswerOf<'listMeetings'>['meetings'][number];
type Day = Temporal.PlainDate;
type Moment = Temporal.ZonedDateTime;

/** A meeting on the person's clock: worked out once, since zones are slow to work out. */
export type Spanned = {
  meeting: Meeting;
  start: Moment;
  end: Moment;
  /** The first and the last day that it touches, as `YYYY-MM-DD`. */
  first: string;
  last: string;
  /** True when it takes whole days: it stands above the hours. */
  isWhole: boolean;
};

/** Returns meetings on the person's clock, in the order they begin. */
export function spannedOf(meetings: readonly Meeting[]): Spanned[] {
  return meetings
    .map((meeting): Spanned => {
      const [start, end] = spanOf(meeting);
      const last = meeting.allDay ? lastDayOf(meeting) : end.subtract({ seconds: 1 }).toPlainDate();
      return {
        meeting,
        start,
        end,
        first: start.toPlainDate().toString(),
        last: last.toString(),
        isWhole: meeting.allDay || start.until(end).total('hours') >= 24,
      };
    })
    .sort((a, b) => Temporal.ZonedDateTime.compare(a.start, b.start));
}

/** Returns those that touch a day. */
export function spannedOn(spanned: readonly Spanned[], day: Day): Spanned[] {
  const text = day.toString();
  return spanned.filter(({ first, last }) => first <= text && text <= last);
}

/** A part of a meeting on one day, in minutes of the person's clock, with its place among others. */
export type Placed = Spanned & {
  from: number;
  to: number;
  column: number;
  /** The columns that it takes: as many as are free beside it. */
  width: number;
  columns: number;
};

const minutesOf = (at: Moment) => at.hour * 60 + at.minute;
/** The shortest that is drawn, so that it can be read and hit. */
const shortest = 24;

/** Returns where a part of a day stands: as high as it lasts, also where the clock goes back or ahead in it, and within the day. */
export function drawn(from: number, lasts: number) {
  const height = Math.min(1_440, Math.max(lasts, shortest));
  const top = Math.min(from, 1_440 - height);
  return { from: top, to: top + height };
}

/** Returns the meetings of a day side by side where they overlap. */
export function placedOn(spanned: readonly Spanned[], day: Day): Placed[] {
  const text = day.toString();
  const parts = spannedOn(spanned, day)
    .filter(({ isWhole }) => !isWhole)
    .map((each): Placed => {
      const from = each.first === text ? minutesOf(each.start) : 0;
      const to = each.last === text ? minutesOf(each.end) || 1_440 : 1_440;
      const { start, end, first, last } = each;
      const lasts = first === last ? start.until(end).total('minutes') : to - from;
      return { ...each, ...drawn(from, lasts), column: 0, width: 1, columns: 1 };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  let cluster: Placed[] = [];
  let clusterEnd = 0;
  const close = () => {
    const columns = Math.max(...cluster.map(({ column }) => column + 1));
    for (const part of cluster) {
      const beside = cluster
        .filter(({ column, from, to }) => column > part.column && from < part.to && part.from < to)
        .map(({ column }) => column);
      part.columns = columns;
      part.width = Math.min(columns, ...beside) - part.column;
    }
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
