import { useRef } from 'react';
import type { AnswerOf } from '../api.ts';
import type { Words } from '../i18n/keys.ts';
import { useWords } from '../i18n/words.ts';
import { locale, showAgo, showList, showNumber } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { Spark } from '../ui/plots.tsx';
import { isLate, isOld } from './lateness.ts';
import classes from './platform.module.css';

type Health = AnswerOf<'getPlatformHealth'>;
type Queue = Health['queues'][number];

/** How many answers the line of a queue's lag goes back. */
const kept = 40;

/** The work that the platform does in the background: what waits, since when, and which way that goes. */
export function Queues({ health }: { health: Health }) {
  const t = useWords('platform');
  const lags = useLags(health);
  return (
    <Section title={t('health.queues')}>
      {health.isPaused && (
        <p role="alert" className={classes.paused}>
          {t('health.paused')}
        </p>
      )}
      <ul className={classes.rows}>
        {health.queues.map((queue) => {
          const line = lags.get(queue.name) ?? [];
          return (
            <li key={queue.name}>
              <span className={classes.card}>
                <strong>{t(`health.of.${queue.name}`)}</strong>
                <span className={classes.muted}>{countsIn(queue, t)}</span>
                <LastFailure of={queue} />
              </span>
              {/* A line needs two points, and one that never left the ground says nothing. */}
              {line.length > 1 && line.some(Boolean) && (
                <Spark
                  values={line}
                  label={t('health.lagOf', { name: t(`health.of.${queue.name}`) })}
                />
              )}
              <Chip tone={isLate(queue) ? 'bad' : queue.failed ? 'warn' : 'good'}>
                {queue.lagSeconds
                  ? t('health.lag', { time: showSpan(queue.lagSeconds) })
                  : t(queue.failed ? 'health.someFailed' : 'health.noLag')}
              </Chip>
            </li>
          );
        })}
      </ul>
      {health.jobs.length > 0 && (
        <details className={classes.jobs}>
          <summary>{t('health.jobs', { count: health.jobs.length })}</summary>
          <ul className={classes.rows}>
            {health.jobs.map((job) => (
              <li key={job.name}>
                <span>{t(`health.jobNames.${job.name}`, { defaultValue: job.name })}</span>
                <span className={classes.muted}>{countsIn(job, t)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

/** How old the newest backup is, and whether the trails of what was done are whole. */
export function Backup({ health }: { health: Health }) {
  const t = useWords('platform');
  const { backup, brokenAuditTrails } = health;
  return (
    <Section title={t('health.safety')}>
      <ul className={classes.rows}>
        <li>
          <span className={classes.card}>
            <strong>{t('health.backup')}</strong>
            <span className={classes.muted}>
              {t(backup ? 'health.backupText' : 'health.noBackupText')}
            </span>
          </span>
          <Chip tone={!backup ? 'warn' : isOld(backup) ? 'bad' : 'good'}>
            {backup ? t('health.age', { time: showSpan(backup.ageSeconds) }) : t('health.noBackup')}
          </Chip>
        </li>
        <li>
          <span className={classes.card}>
            <strong>{t('health.trails')}</strong>
            <span className={classes.muted}>{t('health.trailsText')}</span>
          </span>
          <Chip tone={brokenAuditTrails > 0 ? 'bad' : 'good'}>
            {brokenAuditTrails > 0
              ? t('health.broken', { count: brokenAuditTrails })
              : t('health.whole')}
          </Chip>
        </li>
      </ul>
    </Section>
  );
}

/** Says in words what failed last in a queue, and when. */
function LastFailure({ of: { name, lastFailure } }: { of: Queue }) {
  const t = useWords('platform');
  if (!lastFailure) return null;
  const { at, reason, status } = lastFailure;
  const what =
    name === 'JOBS'
      ? t(`health.jobNames.${reason}`, { defaultValue: reason })
      : t(`health.reasons.${reason}`, {
          status: String(status),
          defaultValue: t('health.otherReason', { code: reason }),
        });
  return (
    <span className={classes.muted}>
      {t('health.last', { what })}
      {at && ` · ${showAgo(at)}`}
    </span>
  );
}

/** Says how much waits, is tried again and failed; what has no number is left out. */
function countsIn(
  { waiting, retrying, failed }: Pick<Queue, 'waiting' | 'retrying' | 'failed'>,
  t: Words<'platform'>,
): string {
  const counted = { waiting, retrying, failed };
  const shown = Object.entries(counted).flatMap(([name, count]) =>
    count ? [t(`health.counts.${name}`, { count, shown: showNumber(count) })] : [],
  );
  if (shown.length > 0) return showList(shown);
  return waiting === null ? '' : t('health.nothing');
}

/** Keeps the lags that this page has read, by queue, the newest last. */
function useLags({ at, queues }: Health): ReadonlyMap<string, readonly number[]> {
  const seen = useRef({ at: '', lags: new Map<string, number[]>() });
  if (seen.current.at !== at) {
    seen.current.at = at;
    for (const { name, lagSeconds } of queues) {
      const before = seen.current.lags.get(name) ?? [];
      seen.current.lags.set(name, [...before, lagSeconds ?? 0].slice(-kept));
    }
  }
  return seen.current.lags;
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Shows a length of time in its largest unit: "3 horas". */
function showSpan(seconds: number): string {
  const [unit, size] = units.find(([, least]) => seconds >= least) ?? units[3];
  return Math.round(seconds / size).toLocaleString(locale(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  });
}
