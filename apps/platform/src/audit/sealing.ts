import { type LoopMeans, startLoop } from '../background/loop.ts';
import type { Db } from '../database/db.ts';
import { sealEvents } from './seal-events.ts';

// An import's events are numbered by time when they are chained together.
const batchSize = 5_000;
type SealingOptions = LoopMeans & { db: Db };

/**
 * Chains recorded events behind the changes that they tell of: once a second all that was committed,
 * in batches, by one replica at a time.
 */
export function startSealing({ db, ...means }: SealingOptions) {
  async function run(isStopped: () => boolean): Promise<boolean> {
    let sealed: number;
    do sealed = await db.asPlatform((tx) => sealEvents(tx, batchSize));
    while (sealed === batchSize && !isStopped());
    return sealed > 0;
  }
  return startLoop({ name: 'sealing', run, ...means });
}
