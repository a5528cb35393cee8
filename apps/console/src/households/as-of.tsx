import { IconHistory } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { pastDate, showDate, today, zonedOf } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import classes from './household.module.css';

type Props = {
  day: string | undefined;
  /** Says when the household was made, where that is known: the slider begins there. */
  since?: string;
};

/** Chooses the day of which the household is shown, by date or by a slider, and says when that is not today. */
export function AsOf({ day, since }: Props) {
  const t = useWords('households');
  const [, change] = useSearch<'household'>();
  return (
    <div className={classes.asOf} data-past={day !== undefined || undefined}>
      <DateField
        size="xs"
        label={t('asOf.label')}
        value={day ?? ''}
        onChange={(date) => change({ asOf: pastDate(date) })}
      />
      {since && <Slider day={day} since={zonedOf(since).toPlainDate()} />}
      {day && (
        <>
          <p role="status">
            <IconHistory size={16} aria-hidden />
            {t('asOf.shown', { date: showDate(day) })}
          </p>
          <Button size="xs" variant="default" onClick={() => change({ asOf: undefined })}>
            {t('asOf.today')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Draws time from the first day of the household to today; the page follows once it stands still. */
function Slider({ day, since }: { day: string | undefined; since: Temporal.PlainDate }) {
  const t = useWords('households');
  const [, change] = useSearch<'household'>();
  const now = today();
  const days = since.until(now).days;
  const asked = day ? since.until(Temporal.PlainDate.from(day)).days : days;
  const [at, setAt] = useState(asked);
  useEffect(() => setAt(asked), [asked]);
  useEffect(() => {
    if (at === asked) return;
    const next = at === days ? undefined : since.add({ days: at }).toString();
    const wait = setTimeout(() => change({ asOf: next }, { replace: true }), 150);
    return () => clearTimeout(wait);
  });
  if (days < 1) return null;
  const shown = showDate(since.add({ days: at }).toString());
  return (
    <span className={classes.slider}>
      <span aria-hidden>{showDate(since.toString())}</span>
      <input
        type="range"
        aria-label={t('asOf.slider')}
        aria-valuetext={at === days ? t('asOf.now') : shown}
        title={shown}
        min={0}
        max={days}
        value={at}
        onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
      />
      <span aria-hidden>{at === days ? t('asOf.now') : shown}</span>
    </span>
  );
}
