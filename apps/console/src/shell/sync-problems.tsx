import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { Link } from '../ui/link.tsx';
import classes from './shell.module.css';

/** The number of meetings that did not get to their calendar, as the way to them; nothing when all did. */
export function SyncProblems() {
  const t = useWords('common');
  const user = usePerson();
  const { data } = useRead(
    'getCalendarConnection',
    {},
    { enabled: can('getCalendarConnection', user), staleTime: 60_000 },
  );
  const count = data?.failedMeetings ?? 0;
  if (count === 0) return null;
  return (
    <Link
      href={pathTo('meetings', { tab: 'problems' })}
      className={classes.problems}
      aria-label={t('syncProblems', { count })}
      title={t('syncProblems', { count })}
    >
      {count > 99 ? '99+' : count}
    </Link>
  );
}
