import { type MetricSources, watchRows } from '../database/watch-rows.ts';
import { listBackupAges } from './backup-age-on-machine.ts';

/** Measures how old the newest backup is; nothing while there is none. */
export function backupMetrics(sources: MetricSources): void {
  watchRows(
    sources,
    {
      name: 'atrium_backup_age_seconds',
      help: 'Seconds since the last change that the newest backup has',
    },
    listBackupAges,
  );
}
