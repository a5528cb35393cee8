import { Group } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { showAgo, showTime } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Page, Section } from '../ui/page.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import type { Connection } from './connection.ts';
import { FinishConsent } from './finish-consent.tsx';
import classes from './settings.module.css';
import { Suspension } from './suspension.tsx';
import { TeamCalendars } from './team-calendars.tsx';

const providers = ['PROVIDER_A', 'PROVIDER_B'] as const;

/** The person's own calendar: connected, how fresh, what waits, and what asks for a decision. */
export default function CalendarSettings() {
  const t = useWords('settings');
  const user = usePerson();
  const [{ consent }] = useSearch<'calendarSettings'>();
  const connection = useRead('getCalendarConnection', {}, { every: 30_000 });
  return (
    <Page
      title={t('calendar.title')}
      lead={t('calendar.lead')}
      crumbs={[{ label: t('account.title'), href: pathTo('settings') }]}
      isNarrow
    >
      {(consent === 'refused' || consent === 'partial') && (
        <p role="alert" className={classes.bad}>
          {t(`calendar.consent.${consent}`)}
        </p>
      )}
      {consent === 'elsewhere' && <FinishConsent />}
      <Read of={connection} skeleton={<Lines count={6} height={32} />}>
        {(now) => (
          <>
            {now.suspended && <Suspension suspended={now.suspended} />}
            {now.status === 'CONNECTED' ? (
              <Connected connection={now} />
            ) : (
              <Connect connection={now} />
            )}
          </>
        )}
      </Read>
      <CalendarFeed />
      {can('listCalendarConnections', user) && <TeamCalendars />}
    </Page>
  );
}

function Connect({ connection }: { connection: Connection }) {
  const t = useWords('settings');
  const connect = useWrite('connectCalendar');
  const lead = (provider: (typeof providers)[number]) =>
    connect.mutate(
      { path: { provider: provider.toLowerCase() }, body: { returnTo: 'CONSOLE' } },
      {
        onSuccess: ({ authorizationUrl }) => location.assign(authorizationUrl),
      },
    );
  return (
    <Section
      title={t('calendar.connection')}
      acts={
        connection.status === 'DISCONNECTED' ? (
          <Chip tone="bad">{t('calendar.lost')}</Chip>
        ) : (
          <Chip>{t('calendar.none')}</Chip>
        )
      }
    >
      <p className={classes.text}>
        {connection.lastError
          ? t(`calendar.errors.${connection.lastError}`, {
              defaultValue: t('calendar.errors.other', { code: connection.lastError }),
            })
          : t('calendar.why')}
      </p>
      {connect.error && <ErrorCard error={connect.error} />}
      <Group>
        {providers.map((provider) => (
          <Button
            key={provider}
            variant={connection.provider === provider ? 'filled' : 'default'}
            leftSection={<IconCalendar size={16} aria-hidden />}
            loading={connect.isPending}
            onClick={() => lead(provider)}
          >
            {connection.status === 'DISCONNECTED' && connection.provider === provider
              ? t('calendar.reconnect', { name: t(`calendar.providers.${provider}`) })
              : t('calendar.connect', { name: t(`calendar.providers.${provider}`) })}
          </Button>
        ))}
      </Group>
    </Section>
  );
}

function Connected({ connection }: { connection: Connection }) {
  const t = useWords('settings');
  const [asks, setAsks] = useState(false);
  const sync = useWrite('syncCalendar');
  const disconnect = useWrite('disconnectCalendar');
  const write = useWrite('exportUpcomingMeetings');
  const { provider, lastError, push } = connection;
  const facts = [
    [t('calendar.account'), connection.email],
    [t('calendar.last'), showAgo(connection.lastSyncedAt) || t('calendar.never')],
    [
      t('calendar.push'),
      push.state === 'OPEN'
        ? t('calendar.pushOpen', { until: showTime(push.expiresAt) })
        : t('calendar.pushPolling', { next: showAgo(connection.nextPullAt) || '…' }),
    ],
    [t('calendar.waiting'), t('calendar.waitingCount', { count: connection.waitingOutward })],
  ] as const;
  const error = sync.error ?? write.error ?? disconnect.error;
  return (
    <Section
      title={provider ? t(`calendar.providers.${provider}`) : t('calendar.connection')}
      acts={
        lastError ? (
          <Chip tone="warn">{t('calendar.troubled')}</Chip>
        ) : (
          <Chip tone="good">{t('calendar.connected')}</Chip>
        )
      }
    >
      {lastError && (
        <p className={classes.bad}>
          {t(`calendar.errors.${lastError}`, {
            defaultValue: t('calendar.errors.other', { code: lastError }),
          })}
        </p>
      )}
      {error && <ErrorCard error={error} />}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Group mt="md">
        <Button
          variant="default"
          loading={sync.isPending}
          onClick={() =>
            sync.mutate({}, { onSuccess: () => toast({ message: t('calendar.syncing') }) })
          }
        >
          {t('calendar.sync')}
        </Button>
        <Button
          variant="default"
          title={t('calendar.writeText')}
          loading={write.isPending}
          onClick={() =>
            write.mutate(
              {},
              {
                onSuccess: ({ meetings }) =>
                  toast({ message: t('calendar.written', { count: meetings }) }),
              },
            )
          }
        >
          {t('calendar.write')}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setAsks(true)}>
          {t('calendar.disconnect')}
        </Button>
      </Group>
      <Confirm
        title={t('calendar.disconnectTitle')}
        isOpen={asks}
        close={() => setAsks(false)}
        act={t('calendar.disconnect')}
        isDestructive
        isRunning={disconnect.isPending}
        run={() => disconnect.mutate({}, { onSettled: () => setAsks(false) })}
      >
        <p>{t('calendar.disconnectText')}</p>
      </Confirm>
    </Section>
  );
}
