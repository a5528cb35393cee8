import { useQuery } from '@tanstack/react-query';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './platform.module.css';
import { Backup, Queues } from './queues.tsx';

type Ready = { status: string; components: Readonly<Record<string, string>> };
const known = ['database', 'analytics', 'capacity', 'server'];

/** Whether the platform and what it needs answer, what waits, how old the backup is, and which version runs. */
export default function Health() {
  const t = useWords('platform');
  const version = useRead('getVersion', {});
  const health = useRead('getPlatformHealth', {}, { every: 15_000, staleTime: 0 });
  const ready = useQuery({
    queryKey: ['ready'],
    queryFn: readReady,
    refetchInterval: 15_000,
    staleTime: 0,
  });
  const isUp = ready.data?.status === 'UP';
  const parts = Object.entries(ready.data?.components ?? {});
  return (
    <Page
      title={t('health.title')}
      lead={t('health.lead')}
      acts={
        <Button
          variant="default"
          loading={ready.isFetching || health.isFetching}
          onClick={() => void Promise.all([ready.refetch(), health.refetch()])}
        >
          {t('health.again')}
        </Button>
      }
      isNarrow
    >
      <Section title={t('health.state')}>
        <ul className={classes.rows} aria-busy={ready.isLoading}>
          <li>
            <strong>{t('health.platform')}</strong>
            {!ready.isLoading && <Light isUp={isUp} />}
          </li>
          {parts.map(([name, state]) => (
            <li key={name}>
              <span>{known.includes(name) ? t(`health.parts.${name}`) : name}</span>
              <Light isUp={state === 'UP'} />
            </li>
          ))}
        </ul>
        {ready.dataUpdatedAt > 0 && (
          <p className={classes.muted}>
            {t('health.at', { time: showTime(timeOf(ready.dataUpdatedAt)) })}
          </p>
        )}
      </Section>
      <Read of={health} skeleton={<Lines count={8} height={52} />}>
        {(data) => (
          <>
            <Queues health={data} />
            <Backup health={data} />
          </>
        )}
      </Read>
      <Section title={t('health.version')}>
        <Read of={version}>
          {({ version: release, commit, schema }) => (
            <dl className={classes.facts}>
              <div>
                <dt>{t('health.release')}</dt>
                <dd>{release}</dd>
              </div>
              <div>
                <dt>{t('health.commit')}</dt>
                <dd>{commit?.slice(0, 12) ?? t('health.unknown')}</dd>
              </div>
              <div>
                <dt>{t('health.schema')}</dt>
                <dd>{schema.replaceAll('_', ' ')}</dd>
              </div>
              {health.data &&
                Object.entries(health.data.versions).map(([name, of]) => (
                  <div key={name}>
                    <dt>{t(`health.on.${name}`)}</dt>
                    <dd>{of}</dd>
                  </div>
                ))}
            </dl>
          )}
        </Read>
      </Section>
    </Page>
  );
}

function Light({ isUp }: { isUp: boolean }) {
  const t = useWords('platform');
  return <Chip tone={isUp ? 'good' : 'bad'}>{t(isUp ? 'health.up' : 'health.down')}</Chip>;
}

/** Asks whether the platform is ready; one that does not answer is not. */
async function readReady(): Promise<Ready> {
  try {
    const answer = await fetch('/health/ready', { headers: { accept: 'application/json' } });
    return (await answer.json()) as Ready;
  } catch {
    return { status: 'DOWN', components: {} };
  }
}

const timeOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toString().slice(0, 19);
