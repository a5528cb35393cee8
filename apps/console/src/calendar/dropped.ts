import { spanOf } from '../meeting-time.ts';
import type { NewTimes } from '../meetings/use-reschedule.tsx';
import type { Meeting } from './placed.ts';

type Moment = Temporal.ZonedDateTime;
type Times = Pick<Meeting, 'startDateTime' | 'endDateTime' | 'timezone' | 'allDay'>;
export type Shift = { days: number; minutes: number };
/** Where a meeting would come to lie, by the person's clock and by its own. */
export type Dropped = {
  from: Moment;
  to: Moment;
  times: NewTimes;
  isChanged: boolean;
  /** False where the meeting's own clock cannot say that time: it shows the hour twice, and means the first. */
  isSaid: boolean;
};

const shortestMinutes = 15;

/** Returns where a meeting lies once it is moved, or its end is; undefined where it would be too short. */
export function droppedBy(
  meeting: Times,
  kind: 'move' | 'resize',
  shift: Shift,
): Dropped | undefined {
  const [start, end] = spanOf(meeting);
  const from = kind === 'move' ? shifted(start, shift) : start;
  const to = kind === 'move' ? from.add(start.until(end)) : shifted(end, { ...shift, days: 0 });
  if (Temporal.ZonedDateTime.compare(to, from.add({ minutes: shortestMinutes })) < 0)
    return undefined;
  const local = (at: Moment) => at.withTimeZone(meeting.timezone).toPlainDateTime();
  const isRead = (at: Moment) =>
    local(at).toZonedDateTime(meeting.timezone).epochMilliseconds === at.epochMilliseconds;
  return {
    from,
    to,
    times: { startDateTime: local(from).toString(), endDateTime: local(to).toString() },
    isChanged: !from.equals(start) || !to.equals(end),
    isSaid: isRead(from) && isRead(to),
  };
}

/** Moves a moment by what the clock on the wall shows. */
const shifted = (at: Moment, by: Shift) =>
  at.toPlainDateTime().add(by).toZonedDateTime(at.timeZoneId);
