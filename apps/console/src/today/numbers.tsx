import { useWords } from '../i18n/words.ts';
import { showNumber } from '../time.ts';
import { Spark } from '../ui/plots.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import classes from './today.module.css';
import { sum, useDaily, weekly } from './use-activity.ts';

const shown = {
  people: 'contact.created',
  meetings: 'meeting.created',
  notes: 'note.created',
  tasks: 'task.completed',
} as const;
const span = 30;

/** Four numbers of the last thirty days, with the way they came: twelve weeks as a line. */
export function Numbers() {
  const t = useWords('today');
  // One question answers all four: where it failed, that is said once.
  const { error, data, refetch } = useDaily(shown.people);
  if (error && !data) return <ErrorCard error={error} retry={() => void refetch()} />;
  return (
    <ul className={classes.numbers} aria-label={t('numbers.title')}>
      {(Object.keys(shown) as (keyof typeof shown)[]).map((name) => (
        <Figure key={name} name={name} />
      ))}
    </ul>
  );
}

function Figure({ name }: { name: keyof typeof shown }) {
  const t = useWords('today');
  const { days = [], ...answer } = useDaily(shown[name]);
  const now = sum(days.slice(-span));
  const before = sum(days.slice(-2 * span, -span));
  const recent = weekly(days).slice(-12);
  const compared = t('numbers.before', { value: showNumber(before) });
  return (
    <li className={classes.number}>
      <span className={classes.numberName}>{t(`numbers.${name}`)}</span>
      <Read of={answer} skeleton={<Lines count={1} height={36} />}>
        {() => (
          <span className={classes.numberRow}>
            <span>
              <strong className={classes.numberValue}>{showNumber(now)}</strong>
              <span className={classes.numberBefore}>{compared}</span>
            </span>
            <Spark
              values={recent}
              label={t('numbers.spark', { values: recent.map(showNumber).join(', ') })}
            />
          </span>
        )}
      </Read>
    </li>
  );
}
