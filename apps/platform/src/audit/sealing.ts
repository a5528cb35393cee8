import type { Logger } from 'pino';
import { startLoop } from '../background/start-loop.ts';
import type { Db } from '../database/db.ts';
import { sealEvents } from './seal-events.ts';

// An import's events are numbered by time when they are chained together.
const batchSize = 5_000;
type SealingOptions = { db: Db; logger: Logger };

/**
 * Chains recorded events behind the changes that they tell of: once a second all that was committed,
 * in batches, by one replica at a time.
 */
export function startSealing({ db, logger }: SealingOptions) {
  async function run(isStopped: () => boolean): Promise<void> {
    while ((await db.asPlatform((tx) => sealEvents(tx, batchSize))) === batchSize && !isStopped());
  }
  return startLoop({ run, logger, failure: 'events could not be chained; trying again' });
}
