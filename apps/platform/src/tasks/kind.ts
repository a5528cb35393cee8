import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { isAny, isBelonging, type Kind, nameIn } from '../kind.ts';
import { aboutRecords } from '../records/about-records.ts';
import { readerOf } from '../records/record-access.ts';
import { overdueTasks, readValues } from './queries.ts';
import { visibleTo } from './task-access.ts';

const { move, ...about } = aboutRecords({
  table: 'tasks',
  key: 'task_uuid',
  at: 'created_at',
  entry: (tx) => tx`
    'TASK', null, null, a.created_by, 'TASK', a.task_uuid, a.title, null, null`,
});

/** Tasks. */
export const taskKind: Kind = {
  entityType: 'TASK',
  tables: ['tasks'],
  name: (tx, uuid) => nameIn(tx, 'tasks', 'task_uuid', uuid, tx`r.title`),
  ...about,
  merge: { counted: 'taskCount', move },
  told: {
    table: 'tasks',
    alias: 't',
    column: 'task_uuid',
    roles: staffRoles,
    area: 'tasks',
    mayRead: visibleTo,
  },
  history: {
    requireReader: readerOf('TASK', {
      table: 'tasks',
      alias: 't',
      column: 'task_uuid',
      sees: (tx, caller) => tx`(t.deleted_at is null and ${visibleTo(tx, caller)})`,
    }),
    values: readValues,
  },
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
