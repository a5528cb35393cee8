import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { removeView } from './queries.ts';
import { findManagedView } from './view-access.ts';

/** Deletes a view. Throws NOT_FOUND or FORBIDDEN. */
export async function deleteView(tx: Tx, caller: Caller, viewUuid: string): Promise<void> {
  const { list, isShared } = await findManagedView(tx, caller, viewUuid);
  await removeView(tx, viewUuid);
  await recordEvent(tx, {
    eventType: 'view.deleted',
    entityType: 'VIEW',
    entityId: viewUuid,
    attributes: { list, isShared: String(isShared) },
  });
}
