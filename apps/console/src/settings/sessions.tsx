import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showAgo, showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { deviceOf } from './device-of.ts';
import classes from './settings.module.css';

/** Shows where the person is signed in, and the ways to end it. */
export function Sessions() {
  const t = useWords('settings');
  const sessions = useRead('listSessions', {});
  const end = useWrite('endSession');
  const endOthers = useWrite('endOtherSessions');
  const [asks, setAsks] = useState(false);
  const others = (sessions.data ?? []).filter(({ isCurrent }) => !isCurrent).length;
  const error = end.error ?? endOthers.error;
  return (
    <Section
      title={t('sessions.title')}
      acts={
        others > 0 && (
          <Button size="xs" variant="default" onClick={() => setAsks(true)}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {error && <ErrorCard error={error} />}
      <Read of={sessions}>
        {(rows) => (
          <ul className={classes.rows}>
            {rows.map((row) => {
              const device = deviceOf(row.userAgent);
              const Icon = device.isPhone ? IconDeviceMobile : IconDeviceLaptop;
              return (
                <li key={row.sessionUuid}>
                  <Icon size={20} stroke={1.7} aria-hidden className={classes.icon} />
                  <div className={classes.grow}>
                    <strong>{device.name ?? t('sessions.unknown')}</strong>
                    <span title={showTime(row.lastUsedAt)}>
                      {t('sessions.used', { ago: showAgo(row.lastUsedAt) })}
                      {row.address ? ` · ${row.address}` : ''}
                    </span>
                  </div>
                  {row.isCurrent ? (
                    <Chip tone="good">{t('sessions.current')}</Chip>
                  ) : (
                    <Button
                      size="xs"
                      variant="subtle"
                      loading={end.isPending && end.variables?.path.sessionUuid === row.sessionUuid}
                      onClick={() => end.mutate({ path: { sessionUuid: row.sessionUuid } })}
                    >
                      {t('sessions.end')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Read>
      <Confirm
        title={t('sessions.endOthers')}
        isOpen={asks}
        close={() => setAsks(false)}
        act={t('sessions.endOthers')}
        isRunning={endOthers.isPending}
        run={() =>
          endOthers.mutate(
            {},
            {
              onSuccess: () => toast({ message: t('sessions.ended') }),
              onSettled: () => setAsks(false),
            },
          )
        }
      >
        <p>{t('sessions.endOthersText', { count: others })}</p>
      </Confirm>
    </Section>
  );
}
