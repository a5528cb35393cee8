import { type ProviderName, providerTitles } from '../calendar-providers.ts';
import { type MetricSources, watchRows } from '../database/watch-rows.ts';

/** Measures what waits in the database: jobs, mails about meetings, calendars to sync. */
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
      name: 'mails_waiting',
      help: 'Mails that were asked for and not sent yet',
      labelNames: ['kind'],
    },
    (tx) => tx<{ kind: string; value: number }[]>`
      select 'invitation' as kind, count(*)::int as value
        from invitation_mails where state = 'QUEUED'
      union all
      select 'credentials', count(*)::int from pgboss.job
       where name = 'credentials-mail' and state in ('created', 'retry', 'active')`,
  );
  watchRows(
    sources,
    {
      name: 'mails_lag_seconds',
      help: 'Seconds that the oldest mail which is not sent yet has waited, but for those that a firm’s limit keeps for the next day',
    },
    (tx) => tx<{ value: number }[]>`
      select coalesce(extract(epoch from now() - least(
               (select min(coalesce(due_at, queued_at)) from invitation_mails
                 where state = 'QUEUED' and coalesce(due_at, queued_at) <= now()),
               (select min(case when state = 'created' and start_after <= now()
                                then start_after else created_on end)
                  from pgboss.job j
                 where name = 'credentials-mail' and state in ('created', 'retry', 'active')
                   and not (state = 'created' and start_after > now() and exists (
                     select from mail_days d
                      where d.tenant_uuid = (j.data ->> 'tenantUuid')::uuid
                        and d.day = (now() at time zone 'UTC')::date and d.told_at is not null))))),
             0)::float8 as value`,
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
