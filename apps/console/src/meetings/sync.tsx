import { IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { showTime } from '../time.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { MeetingDetail } from './answer.tsx';
import classes from './meetings.module.css';

type SyncStatus = MeetingDetail['externalSyncStatus'];
const dots = { NOT_APPLICABLE: 0, PENDING: 2, SYNCED: 3, FAILED: 1 } as const;
const tones = { NOT_APPLICABLE: 'plain', PENDING: 'info', SYNCED: 'good', FAILED: 'bad' } as const;

/** The way of a meeting to its calendar as three dots, with the state in words. */
export function SyncMark({ status }: { status: SyncStatus }) {
  const t = useWords('meetings');
  return (
    <span className={classes.sync} data-tone={tones[status]}>
      <span className={classes.dots} aria-hidden>
        {[0, 1, 2].map((at) => (
          <i key={at} data-on={at < dots[status] || undefined} />
        ))}
      </span>
      {t(`sync.status.${status}`)}
    </span>
  );
}

/** Failures that a new consent of the host mends. */
const needsConsent = ['AUTH_EXPIRED', 'TOKEN_REFUSED', 'TOKEN_INVALID', 'PROVIDER_FORBIDS'];

/** Shows how a meeting stands to the host's calendar, what failed, and the one button that mends it. */
export function Sync({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const { externalSyncStatus: status, syncFailureCode: code } = meeting;
  const isShown = meeting.externalSyncFailureVisibleToViewer;
  return (
    <div className={classes.syncBox}>
      <SyncMark status={status} />
      {status === 'FAILED' && isShown && (
        <p className={classes.syncText}>
          {t(`sync.code.${code}`, { defaultValue: t('sync.code.OTHER') })}
          {meeting.syncFailedAt && ` ${t('sync.since', { time: showTime(meeting.syncFailedAt) })}`}
        </p>
      )}
      {status !== 'FAILED' && <p className={classes.syncText}>{t(`sync.means.${status}`)}</p>}
      {status === 'FAILED' && <Cure meeting={meeting} />}
      {status !== 'NOT_APPLICABLE' && <History meeting={meeting} />}
    </div>
  );
}

function Cure({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const go = useGo();
  const user = usePerson();
  const retry = useWrite('syncMeeting');
  const isOwn = meeting.hostUuid === user?.userUuid;
  const wantsConsent = needsConsent.includes(meeting.syncFailureCode ?? '');
  if (wantsConsent && isOwn && !meeting.canRetrySync)
    return (
      <Button
        size="xs"
        leftSection={<IconPlugConnected size={14} aria-hidden />}
        onClick={() => void go(pathTo('calendarSettings'))}
      >
        {t('sync.reconnect')}
      </Button>
    );
  if (!meeting.canRetrySync)
    return (
      <p className={classes.syncText}>
        {t(isOwn ? 'sync.noCure' : 'sync.hostMust', { name: meeting.hostName })}
      </p>
    );
  const run = async () => {
    try {
      const { externalSyncStatus } = await retry.mutateAsync({
        path: { meetingUuid: meeting.meetingUuid },
      });
      toast({
        message: t(`sync.now.${externalSyncStatus}`),
        isBad: externalSyncStatus === 'FAILED',
      });
    } catch {
      // The card below says why.
    }
  };
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconRefresh size={14} aria-hidden />}
        loading={retry.isPending}
        onClick={() => void run()}
      >
        {t('sync.retry')}
      </Button>
      {retry.error && <ErrorCard error={retry.error} />}
    </>
  );
}

function History({ meeting: { meetingUuid } }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const [isOpen, setOpen] = useState(false);
  const history = useRead('getMeetingSyncHistory', { path: { meetingUuid } }, { enabled: isOpen });
  return (
    <details className={classes.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('sync.history')}</summary>
      {isOpen && (
        <Read of={history}>
          {({ attempts, nextTryAt }) => (
            <>
              {nextTryAt && (
                <p className={classes.syncText}>{t('sync.next', { time: showTime(nextTryAt) })}</p>
              )}
              {attempts.length === 0 && <p className={classes.syncText}>{t('sync.none')}</p>}
              <ol className={classes.attempts}>
                {attempts.map((each) => (
                  <li key={`${each.at} ${each.direction} ${each.attempt}`}>
                    <span>
                      {t(`sync.direction.${each.direction}`)}: {t(`sync.outcome.${each.outcome}`)}
                    </span>
                    <time className={classes.muted}>{showTime(each.at)}</time>
                    {each.code && (
                      <span className={classes.muted}>
                        {t(`sync.code.${each.code}`, { defaultValue: t('sync.code.OTHER') })}
                      </span>
                    )}
                  </li>
                ))}
              </ol>
            </>
          )}
        </Read>
      )}
    </details>
  );
}
