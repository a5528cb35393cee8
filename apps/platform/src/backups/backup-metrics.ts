import { type MetricSources, watchRows } from '../database/watch-rows.ts';

/** Measures how old the newest backup is; nothing while there is none. */
export function backupMetrics(sources: MetricSources): void {
  watchRows(
    sources,
    {
      name: 'atrium_backup_age_seconds',
      help: 'Seconds since the last change that the newest backup has',
    },
    (tx) => tx<{ value: number }[]>`
      select greatest(0, extract(epoch from now() - covers_until))::float8 as value from backups`,
  );
}
