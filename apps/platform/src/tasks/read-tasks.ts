import type { Caller } from '@atrium/kit/auth/caller.ts';
import { toSnake } from '@atrium/kit/sql.ts';
import { pattern, toWords } from '../database/text-search.ts';
import type { Tx } from '../database/transaction.ts';
import { recordColumn, refuseMerged } from '../records/record-access.ts';
import { readAbout } from './about.ts';
import { listTasks } from './queries.ts';
import type { TasksQuery } from './schemas.ts';
import { visibleTo } from './task-access.ts';

/**
 * Returns a page of the tasks that the caller sees and that meet all that is stated, by due date. Throws
 * NOT_FOUND for those about a contact that was merged into another.
 */
export async function readTasks(tx: Tx, caller: Caller, query: TasksQuery) {
  const { assigneeUuid, status, dueBefore, searchTerm = '' } = query;
  const about = readAbout(query);
  let where = visibleTo(tx, caller);
  if (assigneeUuid) where = tx`${where} and t.assignee_uuid = ${assigneeUuid}`;
  if (status) where = tx`${where} and t.status = ${status}`;
  if (dueBefore) where = tx`${where} and t.due_date < ${dueBefore}`;
  for (const word of toWords(searchTerm))
    where = tx`${where} and fold(concat_ws(' ', t.title, t.details)) like ${pattern(tx, word)}`;
  if (about) {
    await refuseMerged(tx, caller, about);
    for (const [name, value] of Object.entries(recordColumn(tx, about)))
      where = tx`${where} and ${tx(`t.${toSnake(name)}`)} = ${value}`;
  }
  return listTasks(tx, caller, where, query);
}
