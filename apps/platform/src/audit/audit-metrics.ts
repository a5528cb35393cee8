import { type MetricSources, watchRows } from '../database/watch-rows.ts';
import { watchLag } from '../outbox/watch-lag.ts';

/** Measures how late events are chained, and how many chains are broken. */
export function auditMetrics(sources: MetricSources): void {
  watchLag(sources, 'audit_position', {
    name: 'audit_lag_seconds',
    help: 'Age of the oldest event that is not chained yet',
  });
  watchRows(
    sources,
    {
      name: 'atrium_audit_chain_broken',
      help: 'Tenants whose audit trail was found altered by its last check',
    },
    (tx) => tx<{ value: number }[]>`
      select count(*)::int as value
        from tenants t cross join lateral (
               select k.broken_at from audit_checks k where k.tenant_uuid = t.tenant_uuid
                order by k.checked_at desc limit 1) k
       where k.broken_at is not null`,
  );
}
