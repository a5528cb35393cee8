import { useWords } from '../i18n/words.ts';
import { initialsOf } from '../ui/avatar.tsx';
import { type BusySpan, isTogether, togetherOn, withinDay } from './busy-spans.ts';
import classes from './calendar.module.css';
import type { Colleague } from './colleagues.tsx';
import { hourHeight } from './hours.ts';

type Props = {
  colleagues: readonly Colleague[];
  day: Temporal.PlainDate;
  /** The day has the whole width. */
  isWide: boolean;
};
/** The busy times of colleagues at the side of a day: a lane each, a pattern for each reason, and the words; of many, how many are taken. */
export function BusyLanes({ colleagues, day, isWide }: Props) {
  const t = useWords('calendar');
  if (colleagues.length === 0) return null;
  if (isTogether(colleagues.length, isWide)) return <Together colleagues={colleagues} day={day} />;
  return (
    <div className={classes.lanes}>
      {colleagues.map(({ uuid, name, busy }) => (
        <div key={uuid} className={classes.lane}>
          {busy
            .flatMap((each) => withinDay(each, day))
            .map((span) => (
              <Taken
                key={span.from}
                span={span}
                reason={span.reason}
                text={t(`busy.${span.reason}`, { name, ...clocksOf(span) })}
                mark={isWide ? t('busyMark', { name }) : initialsOf(name)}
              />
            ))}
        </div>
      ))}
    </div>
  );
}

/** Shows in one lane how many of many colleagues are taken. */
function Together({ colleagues, day }: Omit<Props, 'isWide'>) {
  const t = useWords('calendar');
  const total = colleagues.length;
  return (
    <div className={classes.lanes} data-together>
      <div className={classes.lane}>
        {togetherOn(colleagues, day).map((span) => (
          <Taken
            key={span.from}
            span={span}
            reason={span.isUnreadable ? 'UNREADABLE' : 'MEETING'}
            text={t(span.isUnreadable ? 'busy.togetherUnread' : 'busy.together', {
              count: span.count,
              total,
              ...clocksOf(span),
            })}
            mark={`${span.count}/${total}`}
          />
        ))}
      </div>
    </div>
  );
}

type TakenProps = {
  span: BusySpan;
  reason: 'MEETING' | 'EXTERNAL' | 'UNREADABLE';
  text: string;
  mark: string;
};

function Taken({ span: { from, to }, reason, text, mark }: TakenProps) {
  const height = ((to - from) / 60) * hourHeight;
  return (
    <span
      role="img"
      className={classes.busy}
      data-reason={reason}
      aria-label={text}
      title={text}
      style={{ top: (from / 60) * hourHeight, height }}
    >
      {height >= 18 && <i>{mark}</i>}
    </span>
  );
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const clocksOf = ({ from, to }: BusySpan) => ({ from: clock(from), to: clock(to) });
