import { nowHere } from '../meeting-time.ts';
import { useToldByClient } from '../records/told-by-client.ts';
import { useMinute } from '../ui/minute.ts';
import type { Placed } from './moments.ts';
import classes from './today.module.css';

/** The hours that are always drawn. */
const usual = { from: 8, to: 19 };

/** The day as a strip of hours with its meetings and the present moment. The list below says it in words. */
export function DayStrip({ placed }: { placed: readonly Placed[] }) {
  const told = useToldByClient();
  useMinute();
  const now = nowHere();
  const day = now.toPlainDate();
  const hourOf = (at: Temporal.ZonedDateTime) => at.hour + at.minute / 60;
  const spans = placed.map(({ meeting, start, end }) => {
    const [begins, ends] = [start, end].map((at) => at.toPlainDate().equals(day));
    const from = begins ? hourOf(start) : 0;
    // Where the clock goes back it is as long as it lasts.
    const lasts = begins ? start.until(end).total('hours') : hourOf(end);
    const isOver = Temporal.ZonedDateTime.compare(end, now) <= 0;
    return { meeting, from, to: ends ? Math.min(24, from + lasts) : 24, isOver };
  });
  const from = Math.floor(Math.min(usual.from, ...spans.map((each) => each.from)));
  const to = Math.ceil(Math.max(usual.to, ...spans.map((each) => each.to)));
  const share = (hour: number) => `${((hour - from) / (to - from)) * 100}%`;
  const hours = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const present = hourOf(now);
  return (
    <div className={classes.strip} aria-hidden>
      {hours.map((hour) => (
        <span
          key={hour}
          className={classes.hour}
          data-even={hour % 2 === 0 || undefined}
          style={{ left: share(hour) }}
        >
          <span>{hour}</span>
        </span>
      ))}
      {spans.map(({ meeting, from: start, to: end, isOver }) => (
        <span
          key={meeting.meetingUuid}
          className={classes.block}
          data-past={isOver || undefined}
          style={{ left: share(start), width: `${((end - start) / (to - from)) * 100}%` }}
        >
          {told(meeting)}
        </span>
      ))}
      {present >= from && present <= to && (
        <span className={classes.now} style={{ left: share(present) }} />
      )}
    </div>
  );
}
