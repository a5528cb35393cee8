import { type MetricSources, watchRows } from '../database/watch-rows.ts';
import { lagOf } from '../outbox/watch-lag.ts';
import { isBeingRemoved } from './removed-tenants.ts';
import { tenantsIn } from './tenants-in.ts';

/** How many of the newest events are looked up in the chain, whatever the position says of them. */
const newest = 500;

/** Measures how late events are chained, how many chains are broken, and up to when trails are archived. */
export function auditMetrics(sources: MetricSources): void {
  watchRows(
    sources,
    { name: 'audit_lag_seconds', help: 'Age of the oldest event that is not chained yet' },
    (tx) => tx<{ value: number }[]>`
      select greatest(${lagOf(tx, 'audit_position')}, (
        select coalesce(extract(epoch from now() - min(e.recorded_at)), 0)::float8
          from (select * from events order by recorded_in desc, event_uuid desc limit ${newest}) e
          join tenants t on t.tenant_uuid = e.tenant_uuid
         where not exists (select from audit_chain c
                            where c.tenant_uuid = e.tenant_uuid and c.event_uuid = e.event_uuid)
           and not ${isBeingRemoved(tx, tx`t.tenant_uuid`)})) as value`,
  );
  watchRows(
    sources,
    {
      name: 'atrium_audit_chain_broken',
      help: 'Tenants whose audit trail was found altered by its last check',
    },
    (tx) => tx<{ value: number }[]>`
      select count(*)::int as value
        from ${tenantsIn(tx, 'audit_checks')} t cross join lateral (
               select k.broken_at from audit_checks k where k.tenant_uuid = t.tenant_uuid
                order by k.checked_at desc limit 1) k
       where k.broken_at is not null and not ${isBeingRemoved(tx, tx`t.tenant_uuid`)}`,
  );
  watchRows(
    sources,
    {
      name: 'audit_archived_until_seconds',
      help: 'Time of the newest archived event of any tenant, in seconds since 1970',
    },
    (tx) => tx<{ value: number }[]>`
      select extract(epoch from max(a.last_at))::float8 as value
        from ${tenantsIn(tx, 'audit_archives')} t cross join lateral (
               select a.last_at from audit_archives a where a.tenant_uuid = t.tenant_uuid
                order by a.first_sequence desc limit 1) a
      having count(*) > 0`,
  );
}
