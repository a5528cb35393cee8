import { useMemo } from 'react';
import { useWords } from '../i18n/words.ts';
import { showClock, showDay as wordsOfDay } from '../meeting-time.ts';
import { MeetingName } from '../records/meeting-name.tsx';
import { locale, today } from '../time.ts';
import classes from './calendar.module.css';
import { MeetingLink } from './meeting-link.tsx';
import { type Meeting, type Spanned, spannedOf, spannedOn } from './placed.ts';

type Day = Temporal.PlainDate;
type Props = {
  days: readonly Day[];
  month: number;
  meetings: readonly Meeting[];
  /** True while the meetings of other days are known. */
  isOld: boolean;
  open: (meetingUuid: string) => void;
  showDay: (day: Day) => void;
};
/** As many as a day of the month shows; the rest is behind its number. */
const most = 3;

/** A month as a table of weeks. */
export function MonthGrid({ days, month, meetings, isOld, open, showDay }: Props) {
  const t = useWords('calendar');
  const spanned = useMemo(() => spannedOf(meetings), [meetings]);
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  return (
    <table className={classes.month}>
      <caption className="visually-hidden">{t('views.month')}</caption>
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th key={day.dayOfWeek} scope="col">
              {day.toLocaleString(locale(), { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.toString()}>
            {week.map((day) => {
              const own = spannedOn(spanned, day);
              const isToday = day.equals(today());
              return (
                <td key={day.toString()} data-other={day.month !== month || undefined}>
                  <button
                    type="button"
                    className={classes.monthDay}
                    data-today={isToday || undefined}
                    aria-current={isToday ? 'date' : undefined}
                    onClick={() => showDay(day)}
                  >
                    <span aria-hidden>{day.day}</span>
                    {own.length > 0 && (
                      <span className={classes.monthCount} aria-hidden>
                        {own.length}
                      </span>
                    )}
                    <span className="visually-hidden">
                      {isOld
                        ? wordsOfDay(day)
                        : t('dayOf', { day: wordsOfDay(day), count: own.length })}
                    </span>
                  </button>
                  <div className={classes.monthMeetings}>
                    {own.slice(0, most).map((each) => (
                      <MonthMeeting key={each.meeting.meetingUuid} spanned={each} open={open} />
                    ))}
                    {own.length > most && (
                      <button
                        type="button"
                        className={classes.monthMore}
                        onClick={() => showDay(day)}
                      >
                        {t('more', { count: own.length - most })}
                      </button>
                    )}
                  </div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MonthMeeting({
  spanned: { meeting, start, isWhole },
  open,
}: {
  spanned: Spanned;
  open: (meetingUuid: string) => void;
}) {
  return (
    <MeetingLink
      meetingUuid={meeting.meetingUuid}
      open={open}
      className={classes.monthMeeting}
      data-whole={isWhole || undefined}
    >
      {!isWhole && <span className="tabular">{showClock(start)} </span>}
      <MeetingName meeting={meeting} />
    </MeetingLink>
  );
}
