import type { Caller } from '@atrium/kit/auth/caller.ts';
import { changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { setCompleted } from './queries.ts';
import type { TaskRow } from './schemas.ts';
import { findManagedTask, reread } from './task-access.ts';

/** Marks a task as done; one that is done stays as it is. Throws NOT_FOUND. */
export async function completeTask(tx: Tx, caller: Caller, taskUuid: string): Promise<TaskRow> {
  const task = await findManagedTask(tx, caller, taskUuid);
  if (task.status === 'DONE') return task;
  await setCompleted(tx, taskUuid, true);
  const after = await reread(tx, caller, taskUuid);
  await recordEvent(tx, {
    eventType: 'task.completed',
    entityType: 'TASK',
    entityId: taskUuid,
    changes: changesOf(task, after, ['status', 'completedAt']),
  });
  return after;
}
