import type { Registry } from '@prometheus-io/client';
import type { Tx } from '../database/transaction.ts';
import type { Job, PlatformHealth, Queue } from './schemas.ts';

type Sample = { labels: Record<string, string | number | undefined>; value: number };
type Figures = (name: string) => readonly Sample[];
type Server = { at: string; postgres: string };
type Failures = ReadonlyMap<Queue['name'], NonNullable<Queue['lastFailure']>>;
type Source = { counts?: string; lag: string };

/** The figures of each queue, by their names at `/metrics`. */
const sources: Readonly<Record<Queue['name'], Source>> = {
  JOBS: { counts: 'jobs', lag: 'jobs_lag_seconds' },
  MAILS: { counts: 'mails', lag: 'mails_lag_seconds' },
  WEBHOOKS: { counts: 'webhook_messages', lag: 'webhooks_lag_seconds' },
  CALENDARS: { lag: 'calendar_sync_lag_seconds' },
  ANALYTICS: { lag: 'outbox_lag_seconds' },
  AUDIT_TRAIL: { lag: 'audit_lag_seconds' },
};

const others = ['outgoing_paused', 'atrium_backup_age_seconds', 'atrium_audit_chain_broken'];

/** States of the figures that come to one count: a mail that its firm's limit keeps waits too. */
const states = {
  waiting: ['waiting', 'postponed'],
  retrying: ['retrying'],
  failed: ['failed', 'given_up', 'refused'],
};

/** Returns what `/metrics` measures of work, backups and audit trails, and what the platform runs on. */
export async function readHealth(
  registry: Registry,
  { at, postgres }: Server,
  failures: Failures,
): Promise<PlatformHealth> {
  const figures = await readFigures(registry);
  const newest = figures('atrium_backup_age_seconds').map(({ value }) => value);
  return {
    at,
    isPaused: sumOf(figures('outgoing_paused')) > 0,
    versions: { node: process.versions.node, postgres },
    queues: Object.entries(sources)
      .filter(([, { lag }]) => registry.getSingleMetric(lag))
      .map(([key, source]) => {
        const name = key as Queue['name'];
        const lastFailure = failures.get(name) ?? null;
        return { name, ...countsOf(figures, source), lastFailure };
      }),
    jobs: listJobs(figures),
    backup: newest.length > 0 ? { ageSeconds: Math.min(...newest) } : null,
    brokenAuditTrails: sumOf(figures('atrium_audit_chain_broken')),
  };
}

/** Asks for all figures at once, which are then read in one transaction. */
async function readFigures(registry: Registry): Promise<Figures> {
  const own = Object.values(sources).flatMap(({ counts, lag }) => (counts ? [counts, lag] : [lag]));
  const names = [...others, ...own];
  const read = names.map(async (name) => {
    const metric = await registry.getSingleMetric(name)?.get();
    return [name, (metric?.values ?? []) as readonly Sample[]] as const;
  });
  const found = new Map(await Promise.all(read));
  return (name) => found.get(name) ?? [];
}

function listJobs(figures: Figures): Job[] {
  const names = new Set(figures('jobs').map(({ labels }) => String(labels.queue)));
  const own = (name: string): Figures => {
    return (figure) => figures(figure).filter(({ labels }) => labels.queue === name);
  };
  return [...names].sort().map((name) => ({ name, ...countsOf(own(name), sources.JOBS) }));
}

function countsOf(figures: Figures, { counts, lag }: Source): Omit<Job, 'name'> {
  const count = (state: keyof typeof states) => {
    const isOfState = ({ labels }: Sample) => states[state].includes(String(labels.state));
    return counts ? sumOf(figures(counts).filter(isOfState)) : null;
  };
  const lags = figures(lag).map(({ value }) => value);
  return {
    waiting: count('waiting'),
    retrying: count('retrying'),
    failed: count('failed'),
    lagSeconds: Math.max(0, ...lags),
  };
}

const sumOf = (samples: readonly Sample[]) => samples.reduce((sum, { value }) => sum + value, 0);

/** Finds the time and the version of the database server. */
export async function findServer(tx: Tx): Promise<Server> {
  const [row] = await tx<Server[]>`
    select record_time(now()) as at, split_part(current_setting('server_version'), ' ', 1) as postgres`;
  if (!row) throw new Error('A select without a table has one row');
  return row;
}
