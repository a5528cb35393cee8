import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Columns, Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { gravity } from '../kind.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import type { ListFields } from '../lists/fields.ts';
import type { PageRequest } from '../lists/page.ts';
import { seesRecord } from '../records/record-access.ts';
import type { TaskRow } from './schemas.ts';

const fields: ListFields = {
  dueDate: { column: 't.due_date', type: 'date', indexed: true },
  title: { column: 't.title', type: 'text', notNull: true },
  createdAt: { column: 't.created_at', type: 'time', notNull: true },
  updatedAt: { column: 't.updated_at', type: 'time', notNull: true },
  completedAt: { column: 't.completed_at', type: 'time' },
};

const nameOf = (tx: Tx, alias: 'assignee' | 'creator') => {
  const row = tx`${tx(alias)}`;
  return tx`${row}.first_name || ' ' || ${row}.paternal_last_name`;
};

/** Returns whether a task `t` is overdue by the clock of its assignee. A zone is at most 14 hours ahead. */
const isOverdue = (tx: Tx) => tx`
  case when t.completed_at is null and t.due_date <= (now() + interval '14 hours')::date
    then t.due_date < local_time(coalesce(assignee.time_zone, 'UTC'), now())::date else false end`;

/** The name of a contact `c`. */
const contactName = (tx: Tx) =>
  tx`coalesce(nullif(c.display_name, ''), btrim(c.first_name || ' ' || c.paternal_last_name))`;

/** Selects the name of the record that a task `t` is about, if the caller sees the record. */
const recordName = (tx: Tx, caller: Caller) => tx`
  case when ${seesRecord(tx, caller, 't')} then coalesce(
    (select ${contactName(tx)} from contacts c
      where c.tenant_uuid = t.tenant_uuid and c.contact_uuid = t.contact_uuid),
    (select h.name from households h
      where h.tenant_uuid = t.tenant_uuid and h.household_uuid = t.household_uuid),
    (select m.title from meetings m
      where m.tenant_uuid = t.tenant_uuid and m.meeting_uuid = t.meeting_uuid)) end`;

const columns = (tx: Tx, caller: Caller) => tx`
  t.task_uuid, t.title, t.details, t.due_date, t.assignee_uuid, ${nameOf(tx, 'assignee')} as assignee_name,
  case when t.contact_uuid is not null then 'CONTACT'
       when t.household_uuid is not null then 'HOUSEHOLD'
       when t.meeting_uuid is not null then 'MEETING' end as entity_type,
  coalesce(t.contact_uuid, t.household_uuid, t.meeting_uuid) as entity_uuid,
  ${recordName(tx, caller)} as record_name, t.priority, t.status, t.version, ${isOverdue(tx)} as is_overdue,
  t.created_by, coalesce(${nameOf(tx, 'creator')}, (
    select ${contactName(tx)} from contacts c
     where c.tenant_uuid = t.tenant_uuid and c.contact_uuid = t.created_by)) as created_by_name,
  record_time(t.completed_at) as completed_at, record_time(t.created_at) as created_at,
  record_time(t.updated_at) as updated_at`;

const from = (tx: Tx) => tx`tasks t
  left join staff_members assignee on assignee.tenant_uuid = t.tenant_uuid and assignee.staff_uuid = t.assignee_uuid
  left join staff_members creator on creator.tenant_uuid = t.tenant_uuid and creator.staff_uuid = t.created_by`;

/** Returns a page of live tasks that meet a condition on `tasks t`, by due date; those without one last. */
export function listTasks(tx: Tx, caller: Caller, where: Fragment, request: PageRequest) {
  return fetchPage<TaskRow>(
    tx,
    {
      select: columns(tx, caller),
      from: from(tx),
      where: tx`t.deleted_at is null and ${where}`,
      fields,
      key: 't.task_uuid',
      keysFirst: true,
      defaultSort: ['dueDate,asc'],
    },
    request,
  );
}

export async function findTask(tx: Tx, caller: Caller, visible: Fragment, taskUuid: string) {
  const [task] = await tx<TaskRow[]>`
    select ${columns(tx, caller)} from ${from(tx)}
     where t.task_uuid = ${taskUuid} and t.deleted_at is null and ${visible}`;
  return task;
}

/** Finds a task and locks the row until the transaction ends. */
export async function lockTask(tx: Tx, caller: Caller, visible: Fragment, taskUuid: string) {
  await tx`select from tasks where task_uuid = ${taskUuid} for update`;
  return findTask(tx, caller, visible, taskUuid);
}

export async function insertTask(tx: Tx, taskUuid: string, values: Columns): Promise<void> {
  await tx`insert into tasks ${tx({ tenantUuid: tx.tenantUuid, taskUuid, ...values })}`;
}

export async function updateTaskRow(tx: Tx, taskUuid: string, changes: Columns): Promise<void> {
  await tx`
    update tasks set ${tx(changes)}, version = version + 1, updated_at = change_time()
     where task_uuid = ${taskUuid}`;
}

/** Marks a task as done now, or as open again. */
export async function setCompleted(tx: Tx, taskUuid: string, isDone: boolean): Promise<void> {
  await tx`
    update tasks set completed_at = case when ${isDone} then change_time() end
     where task_uuid = ${taskUuid}`;
}

export async function softDeleteTask(tx: Tx, taskUuid: string): Promise<void> {
  await tx`update tasks set deleted_at = change_time() where task_uuid = ${taskUuid}`;
}

/** Returns whether somebody works for the tenant, and keeps them from leaving meanwhile. */
export async function isActiveStaff(tx: Tx, staffUuid: string): Promise<boolean> {
  const rows = await tx`
    select from staff_members
     where staff_uuid = ${staffUuid} and deleted_at is null and is_active for share`;
  return rows.length > 0;
}

/** Returns the fields of tasks whose values are kept when they change. */
export const readValues = (tx: Tx, taskUuids: readonly string[]) => tx`
  select task_uuid as uuid, title, details, due_date, assignee_uuid,
         case when contact_uuid is not null then 'CONTACT'
              when household_uuid is not null then 'HOUSEHOLD'
              when meeting_uuid is not null then 'MEETING' end as entity_type,
         coalesce(contact_uuid, household_uuid, meeting_uuid) as entity_uuid, priority, status,
         record_time(completed_at) as completed_at
    from tasks where task_uuid = any(${[...taskUuids]})`;

/** Selects the tasks that are overdue and meet a condition on `tasks t`, as what waits. */
export const overdueTasks = (tx: Tx, caller: Caller, where: Fragment): Fragment => tx`
  select 'TASK_OVERDUE', t.task_uuid, 'TASK', t.task_uuid, t.title, t.contact_uuid,
         coalesce(${recordName(tx, caller)}, ${nameOf(tx, 'assignee')}),
         t.due_date::timestamp at time zone 'UTC', t.due_date::timestamp at time zone 'UTC',
         ${gravity.soon}::int, t.assignee_uuid, t.assignee_uuid, null::jsonb
    from ${from(tx)} where t.deleted_at is null and ${where} and ${isOverdue(tx)}`;
