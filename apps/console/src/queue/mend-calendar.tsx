import { IconPlugConnected } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import classes from './queue.module.css';

type Props = {
  lastError: string;
  since: string;
  staffUuid: string | undefined;
  displayName: string;
};

/** Says why a calendar stands still, and who can set it going: only the person whose calendar it is. */
export function MendCalendar({ lastError, since, staffUuid, displayName }: Props) {
  const t = useWords('queue');
  const user = usePerson();
  return (
    <>
      <p>{t(`calendarError.${lastError}`, { defaultValue: t('calendarError.OTHER') })}</p>
      <p className={classes.text}>{t('lastSynced', { time: showTime(since) })}</p>
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
