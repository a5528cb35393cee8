import { type MetricSources, watchRows } from '../../database/watch-rows.ts';

/** Measures the outbox of mails: those of firms that are not active wait without being counted. */
export function mailMetrics(sources: MetricSources): void {
  watchRows(
    sources,
    {
      name: 'mails',
      help: 'Mails that are due (waiting), kept for the next day by their firm’s limit (postponed), failed and tried again (retrying), or within a day refused or given up (refused, given_up)',
      labelNames: ['kind', 'state'],
    },
    (tx) => tx<{ kind: string; state: string; value: number }[]>`
      select m.kind,
             case when m.state = 'REFUSED' then case m.reason when 'GIVEN_UP' then 'given_up' else 'refused' end
                  when m.tries > 0 then 'retrying'
                  when m.due_at > now() then 'postponed'
                  else 'waiting' end as state,
             count(*)::int as value
        from mails m join tenants t on t.tenant_uuid = m.tenant_uuid and t.is_active and t.deleted_at is null
       where m.state = 'QUEUED' or m.state = 'REFUSED' and m.settled_at > now() - interval '1 day'
       group by 1, 2`,
  );
  watchRows(
    sources,
    {
      name: 'mails_lag_seconds',
      help: 'Seconds that the oldest mail which is not sent yet has waited, but for those that a firm’s limit keeps for the next day',
    },
    (tx) => tx<{ value: number }[]>`
      select coalesce(extract(epoch from now() - min(coalesce(m.first_tried_at, m.due_at))), 0)::float8 as value
        from mails m join tenants t on t.tenant_uuid = m.tenant_uuid and t.is_active and t.deleted_at is null
       where m.state = 'QUEUED' and coalesce(m.first_tried_at, m.due_at) <= now()`,
  );
}
