import { staffRoles } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { type Found, isAny, isBelonging, type Kind, nameIn } from '../kind.ts';
import { aboutRecords } from '../records/about-records.ts';
import { readerOf } from '../records/record-access.ts';
import { overdueTasks, readValues } from './queries.ts';
import { taskBook } from './reassign-tasks.ts';
import { visibleTo } from './task-access.ts';

const { move, ...about } = aboutRecords({
  table: 'tasks',
  key: 'task_uuid',
  at: 'created_at',
  entry: (tx) => tx`
    'TASK', null, null, a.created_by, 'TASK', a.task_uuid, a.title, null, null`,
});

const found: Found = {
  table: 'tasks',
  alias: 't',
  column: 'task_uuid',
  sees: (tx, caller) => tx`(t.deleted_at is null and ${visibleTo(tx, caller)})`,
};

/** Selects news of tasks for whom they are assigned to, as a kind of news. */
const assigned = (tx: Tx, tenantUuid: string, taskUuids: readonly string[], kind: Fragment) => tx`
  select ${kind}, t.assignee_uuid, 'TASK', t.task_uuid, null::uuid, null::text from tasks t
   where t.tenant_uuid = ${tenantUuid} and ${isAny(tx, 'task_uuid', taskUuids)}`;

/** A task that a client makes is what they ask for. */
const kindOfNew = (tx: Tx) => tx`
  case when exists (select from contacts c
                     where c.tenant_uuid = t.tenant_uuid and c.contact_uuid = t.created_by)
    then 'CHANGE_REQUESTED' else 'TASK_ASSIGNED' end`;

/** Tasks. */
export const taskKind: Kind = {
  entityType: 'TASK',
  tables: ['tasks'],
  name: (tx, uuid) => nameIn(tx, 'tasks', 'task_uuid', uuid, tx`r.title`),
  ...about,
  merge: { counted: 'taskCount', move },
  book: taskBook,
  told: {
    table: 'tasks',
    alias: 't',
    column: 'task_uuid',
    roles: staffRoles,
    area: 'tasks',
    mayRead: visibleTo,
  },
  item: found,
  news: {
    'task.created': (tx, { tenantUuid, entityIds }) => [
      assigned(tx, tenantUuid, entityIds, kindOfNew(tx)),
    ],
    'task.updated': (tx, { tenantUuid, changed }) => [
      assigned(tx, tenantUuid, changed('assigneeUuid'), tx`'TASK_ASSIGNED'`),
    ],
  },
  history: { requireReader: readerOf('TASK', found), values: readValues },
  waits: (tx, caller) => [overdueTasks(tx, caller, visibleTo(tx, caller))],
  texts: [
    {
      table: 'tasks',
      key: ['task_uuid'],
      texts: ['title', 'details'],
      near: isBelonging,
      ofContact: (tx, contacts) => isAny(tx, 'contact_uuid', contacts),
    },
  ],
  held: (tx, { uuids }) => ({
    tasks: tx`select * from tasks where contact_uuid = any(${uuids}) order by created_at`,
  }),
};
