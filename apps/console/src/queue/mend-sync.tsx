import { IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './queue.module.css';

/** Says why a meeting did not get to its calendar, with the one button that cures it. */
export function MendSync({ meetingUuid }: { meetingUuid: string }) {
  const t = useWords('queue');
  const meeting = useRead('getMeeting', { path: { meetingUuid } });
  const sync = useWrite('syncMeeting');
  const retry = async () => {
    await sync.mutateAsync({ path: { meetingUuid } });
    toast({ message: t('syncing') });
  };
  return (
    <Read of={meeting}>
      {({ syncFailureCode, syncFailedAt, canRetrySync }) => (
        <>
          <p>
            {t(`syncCode.${syncFailureCode}`, { defaultValue: t('syncCode.OTHER') })}{' '}
            <span className={classes.text}>{showTime(syncFailedAt)}</span>
          </p>
          {sync.error && <ErrorCard error={sync.error} />}
          <div className={classes.footActs}>
            {syncFailureCode === 'AUTH_EXPIRED' && screens.calendarSettings ? (
              <Button
                component={Link}
                href={pathTo('calendarSettings')}
                leftSection={<IconPlugConnected size={16} aria-hidden />}
              >
                {t('reconnect')}
              </Button>
            ) : (
              <Button
                disabled={!canRetrySync}
                loading={sync.isPending}
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={() => void retry().catch(() => undefined)}
              >
                {t('tryAgain')}
              </Button>
            )}
            {!canRetrySync && <span className={classes.text}>{t('cannotRetry')}</span>}
          </div>
        </>
      )}
    </Read>
  );
}
