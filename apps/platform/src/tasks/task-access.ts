import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { orNotFound } from '../problems.ts';
import { seesRecord } from '../records/record-access.ts';
import { findTask, isActiveStaff, lockTask } from './queries.ts';
import type { TaskRow } from './schemas.ts';

/**
 * Returns which tasks the caller sees and changes, as a condition on `tasks t`: partner staff those of
 * their own people and those about records that they see, everybody else all of the tenant.
 */
export function visibleTo(tx: Tx, caller: Caller): Fragment {
  const partner = boundPartner(caller);
  if (partner === undefined) return tx`true`;
  return tx`(
    t.assignee_uuid = ${caller.userUuid}
    or exists (
      select from staff_members s
       where s.tenant_uuid = t.tenant_uuid and s.staff_uuid = t.assignee_uuid
         and s.partner_uuid = ${partner})
    or ${seesRecord(tx, caller, 't')})`;
}

/** Returns one task that the caller sees. Throws NOT_FOUND. */
export async function findSeenTask(tx: Tx, caller: Caller, taskUuid: string): Promise<TaskRow> {
  return orNotFound(findTask(tx, caller, visibleTo(tx, caller), taskUuid), 'task');
}

/** Returns the task that the caller is about to change, locked. Throws NOT_FOUND. */
export async function findManagedTask(tx: Tx, caller: Caller, taskUuid: string): Promise<TaskRow> {
  return orNotFound(lockTask(tx, caller, visibleTo(tx, caller), taskUuid), 'task');
}

/**
 * Throws VALIDATION_FAILED unless the assignee is an active staff member. Callers may always take on a
 * task themselves: system administrators are no staff.
 */
export async function requireAssignee(tx: Tx, caller: Caller, assigneeUuid: string): Promise<void> {
  const isSelf = assigneeUuid === caller.userUuid && !caller.isMachine;
  if (isSelf || (await isActiveStaff(tx, assigneeUuid))) return;
  throw invalid(fieldError('assigneeUuid', 'UNKNOWN', 'must be an active staff member'));
}

/**
 * Returns a task that was written. Throws VALIDATION_FAILED when the caller would not see it: partner
 * staff give tasks to their own people, or about records that they see.
 */
export async function reread(tx: Tx, caller: Caller, taskUuid: string): Promise<TaskRow> {
  const task = await findTask(tx, caller, visibleTo(tx, caller), taskUuid);
  if (task) return task;
  throw invalid(fieldError('assigneeUuid', 'NOT_ALLOWED', 'must be staff of your own partner'));
}
