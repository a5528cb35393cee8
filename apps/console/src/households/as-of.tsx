import { IconHistory } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { pastDate, showDate } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import classes from './household.module.css';

/** Chooses the day of which the household is shown, and says when that is not today. */
export function AsOf({ day }: { day: string | undefined }) {
  const t = useWords('households');
  const [, change] = useSearch();
  return (
    <div className={classes.asOf} data-past={day !== undefined || undefined}>
      <DateField
        size="xs"
        label={t('asOf.label')}
        value={day ?? ''}
        onChange={(date) => change({ asOf: pastDate(date) })}
      />
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
