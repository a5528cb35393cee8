import { useWords } from '../i18n/words.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import classes from './activity.module.css';

/** Leads on to older entries by the cursor of the address, and back to the newest. */
export function CursorPager({ nextCursor }: { nextCursor: string | null }) {
  const t = useWords('activity');
  const [{ cursor }, change] = useSearch<'activity'>();
  return (
    <div className={`no-print ${classes.pager}`}>
      {cursor && (
        <Button variant="default" onClick={() => change({ cursor: undefined })}>
          {t('newest')}
        </Button>
      )}
      {nextCursor && (
        <Button variant="default" onClick={() => change({ cursor: nextCursor })}>
          {t('older')}
        </Button>
      )}
    </div>
  );
}
