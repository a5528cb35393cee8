import type { Tx } from '../database/transaction.ts';
import { recordEvents } from '../events.ts';

/** Gives the open tasks of one person to another, and counts them. */
export async function reassignTasks(
  tx: Tx,
  fromUuid: string,
  assigneeUuid: string,
): Promise<number> {
  const open = await tx<{ taskUuid: string }[]>`
    select task_uuid from tasks
     where assignee_uuid = ${fromUuid} and status = 'OPEN' and deleted_at is null
     order by task_uuid for update`;
  const taskUuids = open.map(({ taskUuid }) => taskUuid);
  await tx`update tasks set assignee_uuid = ${assigneeUuid} where task_uuid = any(${taskUuids})`;
  const attributes = { fieldCount: '1', assigneeUuid };
  await recordEvents(tx, { eventType: 'task.updated', entityType: 'TASK', attributes }, taskUuids);
  return taskUuids.length;
}
