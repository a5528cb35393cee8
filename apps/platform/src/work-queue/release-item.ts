import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { releaseWork } from './queries.ts';
import { findItem } from './read-queue.ts';
import type { QueueItemRow } from './schemas.ts';
import { recordWork } from './take-item.ts';

/** Gives an item back to whoever sees to it next. Throws NOT_FOUND. */
export async function releaseItem(tx: Tx, caller: Caller, itemKey: string): Promise<QueueItemRow> {
  const item = await findItem(tx, caller, itemKey);
  if (await releaseWork(tx, itemKey)) await recordWork(tx, 'work_item.released', item);
  return findItem(tx, caller, itemKey);
}
