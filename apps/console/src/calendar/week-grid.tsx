import { useEffect, useMemo, useRef } from 'react';
import { useWords } from '../i18n/words.ts';
import { nowHere, showDay as wordsOfDay } from '../meeting-time.ts';
import { useReschedule } from '../meetings/use-reschedule.tsx';
import { MeetingName } from '../records/meeting-name.tsx';
import { locale, today } from '../time.ts';
import { toast } from '../ui/toast.tsx';
import { BusyLanes } from './busy-lanes.tsx';
import { ownWidth } from './busy-spans.ts';
import classes from './calendar.module.css';
import type { Colleague } from './colleagues.tsx';
import { GhostBlock, useGhost } from './ghost.tsx';
import { hourHeight } from './hours.ts';
import { MeetingBlock } from './meeting-block.tsx';
import { MeetingLink } from './meeting-link.tsx';
import { type Meeting, placedOn, spannedOf, spannedOn } from './placed.ts';
import { useCreateByDrag } from './use-create-by-drag.ts';
import { useMove } from './use-move.ts';
import { useWalk } from './use-walk.ts';

type Day = Temporal.PlainDate;
type Props = {
  days: readonly Day[];
  meetings: readonly Meeting[];
  colleagues: readonly Colleague[];
  open: (meetingUuid: string) => void;
  showDay: (day: Day) => void;
};

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** The hour that is on top when the grid opens. */
const firstHour = 7.5;

/** One day or seven side by side, with the hours of the person's clock. */
export function WeekGrid({ days, meetings, colleagues, open, showDay }: Props) {
  const t = useWords('calendar');
  const scroller = useRef<HTMLElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const ghost = useGhost();
  const reschedule = useReschedule();
  const drag = { grid, days, showGhost: ghost.show };
  const move = useMove({
    ...drag,
    onDrop: (...dropped) => void reschedule.move(...dropped),
    onUnsaid: () => toast({ message: t('hourTwice') }),
  });
  const beginToMake = useCreateByDrag(drag);
  const walk = useWalk(scroller);
  const spanned = useMemo(() => spannedOf(meetings), [meetings]);
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = firstHour * hourHeight;
  }, []);
  const now = nowHere();
  const columns = { gridTemplateColumns: `52px repeat(${days.length}, minmax(0, 1fr))` };
  return (
    <>
      <section
        ref={scroller}
        className={classes.scroller}
        aria-label={t('grid')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        {...walk}
      >
        <div className={classes.heads} style={columns}>
          <span />
          {days.map((day) => {
            const isToday = day.equals(today());
            return (
              <div key={day.toString()} className={classes.head}>
                <button
                  type="button"
                  data-today={isToday || undefined}
                  aria-current={isToday ? 'date' : undefined}
                  onClick={() => showDay(day)}
                >
                  <span aria-hidden>
                    {day.toLocaleString(locale(), { weekday: 'short' })} <b>{day.day}</b>
                  </span>
                  <span className="visually-hidden">{wordsOfDay(day)}</span>
                </button>
                {spannedOn(spanned, day)
                  .filter(({ isWhole }) => isWhole)
                  .map(({ meeting }) => (
                    <MeetingLink
                      key={meeting.meetingUuid}
                      meetingUuid={meeting.meetingUuid}
                      open={open}
                      className={classes.whole}
                      tabIndex={-1}
                      data-meeting={meeting.meetingUuid}
                      data-day={day.toString()}
                    >
                      <MeetingName meeting={meeting} />
                      <span className="visually-hidden"> {wordsOfDay(day)}</span>
                    </MeetingLink>
                  ))}
              </div>
            );
          })}
        </div>
        <div ref={grid} className={classes.grid} style={{ ...columns, height: 24 * hourHeight }}>
          <div className={classes.hours} aria-hidden>
            {hours.slice(1).map((hour) => (
              <span key={hour} style={{ top: hour * hourHeight }}>
                {String(hour).padStart(2, '0')}:00
              </span>
            ))}
          </div>
          {days.map((day) => (
            <div
              key={day.toString()}
              className={classes.day}
              data-today={day.equals(today()) || undefined}
              data-weekend={day.dayOfWeek > 5 || undefined}
              onPointerDown={(event) => beginToMake(event, day)}
            >
              {placedOn(spanned, day).map((placed) => (
                <MeetingBlock
                  key={placed.meeting.meetingUuid}
                  placed={placed}
                  day={day}
                  free={ownWidth(colleagues.length, days.length === 1)}
                  open={open}
                  move={move}
                />
              ))}
              <BusyLanes colleagues={colleagues} day={day} isWide={days.length === 1} />
              {day.equals(now.toPlainDate()) && (
                <div
                  className={classes.now}
                  style={{ top: ((now.hour * 60 + now.minute) / 60) * hourHeight }}
                />
              )}
            </div>
          ))}
          <GhostBlock listener={ghost.listener} />
        </div>
      </section>
      {reschedule.element}
    </>
  );
}
