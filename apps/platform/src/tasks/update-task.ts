import type { Caller } from '@atrium/kit/auth/caller.ts';
import { changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { IfMatch } from '../http/if-match.ts';
import { type RecordKey, recordColumn, requireRecord } from '../records/record-access.ts';
import { readAbout } from './about.ts';
import { updateTaskRow } from './queries.ts';
import type { TaskChanges, TaskRow } from './schemas.ts';
import { findManagedTask, requireAssignee, reread } from './task-access.ts';

const own = ['title', 'details', 'dueDate', 'priority', 'assigneeUuid'] as const;

/** Changes what is stated of a task. Throws NOT_FOUND, VALIDATION_FAILED or PRECONDITION_FAILED. */
export async function updateTask(
  tx: Tx,
  caller: Caller,
  taskUuid: string,
  input: TaskChanges,
  requireMatch: IfMatch,
): Promise<TaskRow> {
  const before = await findManagedTask(tx, caller, taskUuid);
  requireMatch(before.version);
  const about = readAbout(input);
  const moved = about !== undefined && about?.entityUuid !== (before.entityUuid ?? undefined);
  const changed = own.filter((name) => input[name] !== undefined && input[name] !== before[name]);
  if (changed.length === 0 && !moved) return before;
  if (input.assigneeUuid && changed.includes('assigneeUuid'))
    await requireAssignee(tx, caller, input.assigneeUuid);
  if (moved && about) await requireRecord(tx, caller, about);
  await updateTaskRow(tx, taskUuid, {
    ...Object.fromEntries(changed.map((name) => [name, input[name] ?? null])),
    ...(moved && columnsOf(tx, about)),
  });
  const task = await reread(tx, caller, taskUuid);
  await recordEvent(tx, {
    eventType: 'task.updated',
    entityType: 'TASK',
    entityId: taskUuid,
    attributes: {
      fieldCount: String(changed.length + (moved ? 1 : 0)),
      assigneeUuid: task.assigneeUuid,
    },
    changes: changesOf(before, task, [...own, 'entityType', 'entityUuid']),
  });
  return task;
}

/** Returns the three columns that name a record, of which one is set at most. */
const columnsOf = (tx: Tx, about: RecordKey | null) => ({
  contactUuid: null,
  householdUuid: null,
  meetingUuid: null,
  ...(about && recordColumn(tx, about)),
});
