import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { softDeleteTask } from './queries.ts';
import { findManagedTask } from './task-access.ts';

/** Deletes a task softly. Throws NOT_FOUND. */
export async function deleteTask(tx: Tx, caller: Caller, taskUuid: string): Promise<void> {
  await findManagedTask(tx, caller, taskUuid);
  await softDeleteTask(tx, taskUuid);
  await recordEvent(tx, { eventType: 'task.deleted', entityType: 'TASK', entityId: taskUuid });
}
