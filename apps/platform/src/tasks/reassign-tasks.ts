import type { Book } from '../book.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvents } from '../events.ts';
import { isAny } from '../kind.ts';
import { watchRecords } from '../watch-records.ts';

/** Open tasks go along with the records of whoever has to do them. */
export const taskBook: Book = {
  place: 4,
  table: 'tasks',
  column: 'task_uuid',
  isOf: (tx, staffUuid) =>
    tx`(assignee_uuid = ${staffUuid} and status = 'OPEN' and deleted_at is null)`,
  move: (tx, uuids, { to }) => reassignTasks(tx, uuids, to.staffUuid),
};

async function reassignTasks(
  tx: Tx,
  taskUuids: readonly string[],
  assigneeUuid: string,
): Promise<void> {
  const watched = await watchRecords(tx, 'TASK', taskUuids);
  await tx`update tasks set assignee_uuid = ${assigneeUuid} where ${isAny(tx, 'task_uuid', taskUuids)}`;
  const attributes = { fieldCount: '1', assigneeUuid };
  const event = { eventType: 'task.updated', entityType: 'TASK', attributes } as const;
  await recordEvents(tx, event, taskUuids, await watched());
}
