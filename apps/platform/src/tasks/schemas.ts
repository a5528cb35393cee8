import { Enum, IsoDate, Kept, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { Clearable, RealDate } from '../contacts/profile-schemas.ts';
import { Version } from '../http/if-match.ts';
import { PageQuery } from '../lists/page.ts';
import { recordTypes } from '../records/record-access.ts';

const priorities = ['LOW', 'NORMAL', 'HIGH'] as const;
const taskStatuses = ['OPEN', 'DONE'] as const;

const Title = Type.String({
  minLength: 1,
  maxLength: 200,
  format: 'not-blank',
  examples: ['Send the proposal'],
});
const Details = Type.String({ maxLength: 10_000 });

const About = Enum(recordTypes, { title: 'TaskEntityType' });
const Priority = Enum(priorities, { title: 'TaskPriority' });
export const TaskInput = Type.Object({
  title: Title,
  details: Clearable(Details),
  dueDate: Clearable(RealDate),
  assigneeUuid: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Who is to do it; the caller when absent, but a machine has to name somebody',
    }),
  ),
  entityType: Clearable(About),
  entityUuid: Clearable(Uuid),
  priority: Type.Optional(Enum(priorities, { default: 'NORMAL' })),
});

/** Changes to a task: absent stays, null clears. */
export const TaskUpdate = Type.Object({
  title: Kept(Title),
  details: Clearable(Details),
  dueDate: Clearable(RealDate),
  assigneeUuid: Kept(Uuid),
  entityType: Clearable(About),
  entityUuid: Clearable(Uuid),
  priority: Kept(Priority),
});

export const Task = Named('Task', {
  taskUuid: Uuid,
  title: Type.String(),
  details: Nullable(Type.String()),
  dueDate: Nullable(IsoDate),
  assigneeUuid: Uuid,
  assigneeName: Nullable(Type.String()),
  entityType: Nullable(About),
  entityUuid: Nullable(Uuid),
  recordName: Nullable(
    Type.String({ description: 'Of the record that the task is about, if the caller sees it' }),
  ),
  priority: Priority,
  status: Enum(taskStatuses),
  isOverdue: Type.Boolean({
    description: 'Open, and the due date is over by the clock of the assignee',
  }),
  createdBy: Uuid,
  createdByName: Nullable(Type.String()),
  version: Version,
  completedAt: Nullable(RecordTime),
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

/** Selects tasks: those that meet all that is stated. */
export const TasksQuery = Type.Object({
  assigneeUuid: Type.Optional(Uuid),
  status: Type.Optional(Enum(taskStatuses)),
  dueBefore: Type.Optional(
    Type.String({ format: 'real-date', description: 'Due on an earlier day than this' }),
  ),
  entityType: Type.Optional(Enum(recordTypes)),
  entityUuid: Type.Optional(Uuid),
  searchTerm: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words of the title and the details' }),
  ),
  ...PageQuery.properties,
});

export type NewTask = Static<typeof TaskInput>;
export type TaskChanges = Static<typeof TaskUpdate>;
export type TaskRow = Static<typeof Task>;
export type TasksQuery = Static<typeof TasksQuery>;
