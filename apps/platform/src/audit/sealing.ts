import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import { isWaiting } from '../outbox/position.ts';
import { sealEvents } from './seal-events.ts';

// An import's events are numbered by time when they are chained together.
const batchSize = 5_000;
const idleMs = 1_000;
const longestBackOffMs = 8_000;

type SealingOptions = { db: Db; logger: Logger; registry: Registry };

export type Sealing = ReturnType<typeof startSealing>;

/**
 * Chains recorded events behind the changes that they tell of: once a second all that was committed,
 * in batches, by one replica at a time.
 */
export function startSealing({ db, logger, registry }: SealingOptions) {
  watchLag(db, registry);
  let failures = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    running = seal();
    await running;
    if (stopped) return;
    timer = setTimeout(() => void run(), Math.min(idleMs * 2 ** failures, longestBackOffMs));
  }

  async function seal(): Promise<void> {
    try {
      while ((await db.asPlatform((tx) => sealEvents(tx, batchSize))) === batchSize && !stopped);
      failures = 0;
    } catch (error) {
      failures += 1;
      logger.warn({ err: error, failures }, 'events could not be chained; trying again');
    }
  }

  void run();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function watchLag(db: Db, registry: Registry): void {
  new Gauge({
    name: 'audit_lag_seconds',
    help: 'Age of the oldest event that is not chained yet',
    registers: [registry],
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
}
