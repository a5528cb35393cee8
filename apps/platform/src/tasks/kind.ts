import { isAny, isBelonging, type Kind, nameIn } from '../kind.ts';
import { aboutRecords } from '../records/about-records.ts';

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
  name: (tx, uuid) => nameIn(tx, 'tasks', 'task_uuid', uuid, tx`r.title`),
  ...about,
  merge: { counted: 'taskCount', move },
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
