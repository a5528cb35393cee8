import { useWords } from '../i18n/words.ts';
import { initialsOf } from '../ui/avatar.tsx';
import classes from './calendar.module.css';
import type { Busy, Colleague } from './colleagues.tsx';
import { hourHeight } from './use-move.ts';

type Day = Temporal.PlainDate;

/** The busy times of colleagues at the side of a day: a lane each, a pattern for each reason, and the words. */
export function BusyLanes({
  colleagues,
  day,
  isWide,
}: {
  colleagues: readonly Colleague[];
  day: Day;
  isWide: boolean;
}) {
  const t = useWords('calendar');
  if (colleagues.length === 0) return null;
  return (
    <div className={classes.lanes}>
      {colleagues.map(({ uuid, name, busy }) => {
        const own = busy.flatMap((each) => withinDay(each, day));
        return (
          <div key={uuid} className={classes.lane}>
            {own.map(({ from, to, reason }) => {
              const text = t(`busy.${reason}`, { name, from: clock(from), to: clock(to) });
              return (
                <span
                  key={from}
                  role="img"
                  className={classes.busy}
                  data-reason={reason}
                  aria-label={text}
                  title={text}
                  style={{ top: (from / 60) * hourHeight, height: ((to - from) / 60) * hourHeight }}
                >
                  <i>{isWide ? name : colleagues.length < 5 ? initialsOf(name) : ''}</i>
                </span>
              );
            })}
          </div>
        );
      })}
    </div>
  );
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Returns the part of a busy time that lies within a day, in minutes. */
function withinDay({ startDateTime, endDateTime, reason }: Busy, day: Day) {
  const text = day.toString();
  if (startDateTime.slice(0, 10) > text || endDateTime.slice(0, 10) < text) return [];
  const minutes = (time: string) => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  const from = startDateTime.startsWith(text) ? minutes(startDateTime) : 0;
  const to = endDateTime.startsWith(text) ? minutes(endDateTime) : 1_440;
  return to > from ? [{ from, to, reason }] : [];
}
