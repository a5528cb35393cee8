import { Group } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showLocalTime, showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard } from '../ui/states.tsx';
import type { Connection } from './connection.ts';
import classes from './settings.module.css';

type Props = { suspended: NonNullable<Connection['suspended']> };

/** Meetings that the calendar no longer has: the person says whether they are cancelled or kept. */
export function Suspension({ suspended }: Props) {
  const t = useWords('settings');
  const [asks, setAsks] = useState<'APPLY' | 'KEEP'>();
  const decide = useWrite('decideCalendarSuspension');
  const { meetings, total } = suspended;
  const hidden = total - meetings.length;
  return (
    <Section title={t('suspended.title')} acts={<Chip tone="bad">{t('suspended.chip')}</Chip>}>
      <p className={classes.text}>
        {t('suspended.text', { count: total, since: showTime(suspended.since) })}
      </p>
      <ul className={classes.rows}>
        {meetings.map(({ meetingUuid, title, startDateTime }) => (
          <li key={meetingUuid}>
            <div className={classes.grow}>
              <Link href={pathTo('meeting', { meetingUuid })}>
                {title ?? t('suspended.untitled')}
              </Link>
              <span>{showLocalTime(startDateTime)}</span>
            </div>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={classes.text}>{t('suspended.more', { count: hidden })}</p>}
      <Group mt="md">
        <Button onClick={() => setAsks('KEEP')}>{t('suspended.keep')}</Button>
        <Button variant="subtle" color="red" onClick={() => setAsks('APPLY')}>
          {t('suspended.apply', { count: total })}
        </Button>
      </Group>
      {asks && (
        <Confirm
          title={asks === 'KEEP' ? t('suspended.keep') : t('suspended.apply', { count: total })}
          isOpen
          close={() => setAsks(undefined)}
          act={asks === 'KEEP' ? t('suspended.keep') : t('suspended.apply', { count: total })}
          isDestructive={asks === 'APPLY'}
          isRunning={decide.isPending}
          run={() =>
            decide.mutate({ body: { decision: asks } }, { onSuccess: () => setAsks(undefined) })
          }
        >
          <p>
            {asks === 'KEEP' ? t('suspended.keepText') : t('suspended.applyText', { count: total })}
          </p>
          {decide.error && <ErrorCard error={decide.error} />}
        </Confirm>
      )}
    </Section>
  );
}
