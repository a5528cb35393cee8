import type { Tx } from '../database/transaction.ts';
import { recordEvents } from '../events.ts';
import { watchRecords } from '../watch-records.ts';

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
  const watched = await watchRecords(tx, 'TASK', taskUuids);
  await tx`update tasks set assignee_uuid = ${assigneeUuid} where task_uuid = any(${taskUuids})`;
  const attributes = { fieldCount: '1', assigneeUuid };
  const event = { eventType: 'task.updated', entityType: 'TASK', attributes } as const;
  await recordEvents(tx, event, taskUuids, await watched());
  return taskUuids.length;
}
