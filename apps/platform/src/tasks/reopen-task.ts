import type { Caller } from '@atrium/kit/auth/caller.ts';
import { changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { setCompleted } from './queries.ts';
import type { TaskRow } from './schemas.ts';
import { findManagedTask, reread } from './task-access.ts';

/** Opens a task that was done; an open one stays as it is. Throws NOT_FOUND. */
export async function reopenTask(tx: Tx, caller: Caller, taskUuid: string): Promise<TaskRow> {
  const task = await findManagedTask(tx, caller, taskUuid);
  if (task.status === 'OPEN') return task;
  await setCompleted(tx, taskUuid, false);
  const after = await reread(tx, caller, taskUuid);
  await recordEvent(tx, {
    eventType: 'task.reopened',
    entityType: 'TASK',
    entityId: taskUuid,
    changes: changesOf(task, after, ['status', 'completedAt']),
  });
  return after;
}
