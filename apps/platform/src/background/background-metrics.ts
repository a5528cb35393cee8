import { type ProviderName, providerTitles } from '../calendar-providers.ts';
import { type MetricSources, watchRows } from '../database/watch-rows.ts';

/** Measures what waits in the database: jobs, calendars to sync. */
export function backgroundMetrics(sources: MetricSources): void {
  watchRows(
    sources,
    {
      name: 'jobs',
      help: 'Background jobs that are due (waiting), failed and will be tried again (retrying), or failed for good within a week (failed)',
      labelNames: ['queue', 'state'],
    },
    (tx) => tx<{ queue: string; state: string; value: number }[]>`
      select name as queue,
             case state when 'created' then 'waiting' when 'retry' then 'retrying' else 'failed' end as state,
             count(*)::int as value
        from pgboss.job
       where state in ('retry', 'failed') or state = 'created' and start_after <= now()
       group by 1, 2`,
  );
  watchRows(
    sources,
    {
      name: 'jobs_lag_seconds',
      help: 'Seconds since the oldest job that was not tried yet has been due',
      labelNames: ['queue'],
    },
    (tx) => tx<{ queue: string; value: number }[]>`
      select name as queue, extract(epoch from now() - min(start_after))::float8 as value
        from pgboss.job where state = 'created' and start_after <= now() group by name`,
  );
  watchRows(
    sources,
    {
      name: 'calendar_sync_lag_seconds',
      help: 'Seconds that the oldest due work of connected calendars has waited, by provider',
      labelNames: ['provider'],
    },
    async (tx) => {
      const rows = await tx<{ provider: ProviderName; value: number }[]>`
        select c.provider, greatest(0, extract(epoch from now() - least(
                 min(c.next_pull_at), min(p.changed_at))))::float8 as value
          from calendar_connections c left join calendar_pushes p using (tenant_uuid, connection_uuid)
         where c.status = 'CONNECTED' group by c.provider`;
      return rows.map(({ provider, value }) => ({
        provider: providerTitles[provider].toLowerCase(),
        value,
      }));
    },
  );
}
