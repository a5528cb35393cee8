import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { takeWork } from './queries.ts';
import { findItem } from './read-queue.ts';
import type { QueueItemRow } from './schemas.ts';

/** Lets the caller see to an item; one that another had taken changes hands. Throws NOT_FOUND. */
export async function takeItem(tx: Tx, caller: Caller, itemKey: string): Promise<QueueItemRow> {
  const item = await findItem(tx, caller, itemKey);
  await takeWork(tx, itemKey, caller.userUuid);
  if (item.assigneeUuid !== caller.userUuid) await recordWork(tx, 'work_item.taken', item);
  return findItem(tx, caller, itemKey);
}

/** Records what became of an item, of the record that it is about. */
export function recordWork(
  tx: Tx,
  eventType: 'work_item.taken' | 'work_item.released',
  { entityType, entityUuid, kind }: QueueItemRow,
): Promise<void> {
  return recordEvent(tx, {
    eventType,
    entityType: entityType as never,
    entityId: entityUuid,
    attributes: { kind },
  });
}
