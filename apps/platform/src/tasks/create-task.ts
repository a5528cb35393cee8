import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { recordColumn, requireRecord } from '../records/record-access.ts';
import { readAbout } from './about.ts';
import { insertTask } from './queries.ts';
import type { NewTask, TaskRow } from './schemas.ts';
import { requireAssignee, reread } from './task-access.ts';

/** Creates a task, for the caller unless somebody else is named. Throws VALIDATION_FAILED. */
export async function createTask(tx: Tx, caller: Caller, input: NewTask): Promise<TaskRow> {
  const { title, details = null, dueDate = null, priority = 'NORMAL' } = input;
  const assigneeUuid = input.assigneeUuid ?? caller.userUuid;
  const about = readAbout(input);
  await requireAssignee(tx, caller, assigneeUuid);
  if (about) await requireRecord(tx, caller, about);
  const taskUuid = randomUUIDv7();
  const stated = { title, details, dueDate, priority, assigneeUuid };
  const record = about ? recordColumn(tx, about) : {};
  await insertTask(tx, taskUuid, { ...stated, ...record, createdBy: caller.userUuid });
  const task = await reread(tx, caller, taskUuid);
  const { entityType: recordType, entityUuid: recordUuid } = task;
  await recordEvent(tx, {
    eventType: 'task.created',
    entityType: 'TASK',
    entityId: taskUuid,
    attributes: {
      priority,
      assigneeUuid: task.assigneeUuid,
      ...(recordType && recordUuid && { recordType, recordUuid }),
    },
  });
  return task;
}
