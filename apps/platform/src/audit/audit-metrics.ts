import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import { isWaiting } from '../outbox/position.ts';

/** Shows how late events are chained, and how many chains are broken. */
export function auditMetrics({ db, registry }: { db: Db; registry: Registry }): void {
  const registers = [registry];
  new Gauge({
    name: 'audit_lag_seconds',
    help: 'Age of the oldest event that is not chained yet',
    registers,
    async collect() {
      const [row] = await db.asPlatform(
        (tx) => tx<{ seconds: number }[]>`
          select coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 as seconds
            from (select e.recorded_at from audit_position p, lateral (
                    select recorded_at from events e where ${isWaiting(tx)}
                     order by e.recorded_in, e.event_uuid limit 1) e) oldest`,
      );
      this.set(row?.seconds ?? 0);
    },
  });
  new Gauge({
    name: 'atrium_audit_chain_broken',
    help: 'Tenants whose audit trail was found altered by its last check',
    registers,
    async collect() {
      const [row] = await db.asPlatform(
        (tx) => tx<{ broken: number }[]>`
          select count(*)::int as broken
            from tenants t cross join lateral (
                   select k.broken_at from audit_checks k where k.tenant_uuid = t.tenant_uuid
                    order by k.checked_at desc limit 1) k
           where k.broken_at is not null`,
      );
      this.set(row?.broken ?? 0);
    },
  });
}
