import type { AnswerOf } from '../api.ts';
import { spanOf } from '../meeting-time.ts';
import { shownZone } from '../time.ts';

export type MeetingRow = AnswerOf<'listMeetings'>['meetings'][number];
type Moment = Temporal.ZonedDateTime;

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
