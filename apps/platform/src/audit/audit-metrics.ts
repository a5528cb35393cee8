import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import { watchLag } from '../outbox/watch-lag.ts';

/** Measures how late events are chained, and how many chains are broken. */
export function auditMetrics({ db, registry }: { db: Db; registry: Registry }): void {
  watchLag(db, registry, 'audit_position', {
    name: 'audit_lag_seconds',
    help: 'Age of the oldest event that is not chained yet',
  });
  new Gauge({
    name: 'atrium_audit_chain_broken',
    help: 'Tenants whose audit trail was found altered by its last check',
    registers: [registry],
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
