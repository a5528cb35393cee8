import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import { isWaiting, type Reader } from './position.ts';

type Metric = { name: string; help: string };

/** Shows the age of the oldest event that a reader has not passed. */
export function watchLag(db: Db, registry: Registry, reader: Reader, metric: Metric): void {
  new Gauge({
    ...metric,
    registers: [registry],
    async collect() {
      const [row] = await db.asPlatform(
        (tx) => tx<{ seconds: number }[]>`
          select coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 as seconds
            from (select e.recorded_at from ${tx(reader)} p, lateral (
                    select recorded_at from events e where ${isWaiting(tx)}
                     order by e.recorded_in, e.event_uuid limit 1) e) oldest`,
      );
      this.set(row?.seconds ?? 0);
    },
  });
}
