import { IconPlugConnected } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../shell/person.tsx';
import { showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import type { Connection } from './item.ts';
import classes from './queue.module.css';

/** Says why a calendar stands still, and who can set it going: only the person whose calendar it is. */
export function MendCalendar({ connection }: { connection: Connection }) {
  const t = useWords('queue');
  const user = usePerson();
  const { lastError, lastSyncedAt, staffUuid, displayName } = connection;
  return (
    <>
      <p>{t(`calendarError.${lastError}`, { defaultValue: t('calendarError.OTHER') })}</p>
      <p className={classes.text}>{t('lastSynced', { time: showTime(lastSyncedAt) })}</p>
      {staffUuid === user?.userUuid ? (
        <Button
          component={Link}
          href={pathTo('calendarSettings')}
          leftSection={<IconPlugConnected size={16} aria-hidden />}
        >
          {t('toCalendar')}
        </Button>
      ) : (
        <p>{t('ownerMends', { name: displayName })}</p>
      )}
    </>
  );
}
