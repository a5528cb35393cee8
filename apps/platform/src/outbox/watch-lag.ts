import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { type MetricSources, watchRows } from '../database/watch-rows.ts';
import { isWaiting, type Reader } from './position.ts';

type Metric = { name: string; help: string };

/** Measures the age of the oldest event that a reader has not passed. */
export function watchLag(sources: MetricSources, reader: Reader, metric: Metric): void {
  watchRows(sources, metric, (tx) => tx<{ value: number }[]>`select ${lagOf(tx, reader)} as value`);
}

/** Returns the age in seconds of the oldest event that a reader has not passed, 0 when there is none. */
export const lagOf = (tx: Tx, reader: Reader): Fragment => tx`
  (select coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8
     from (select e.recorded_at from ${tx(reader)} p, lateral (
             select recorded_at from events e where ${isWaiting(tx)}
              order by e.recorded_in, e.event_uuid limit 1) e) oldest)`;
