import type { Logger } from 'pino';
import type { Db } from '../database/db.ts';
import { sealEvents } from './seal-events.ts';

// An import's events are numbered by time when they are chained together.
const batchSize = 5_000;
const idleMs = 1_000;
const longestBackOffMs = 8_000;

type SealingOptions = { db: Db; logger: Logger };

/**
 * Chains recorded events behind the changes that they tell of: once a second all that was committed,
 * in batches, by one replica at a time.
 */
export function startSealing({ db, logger }: SealingOptions) {
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
