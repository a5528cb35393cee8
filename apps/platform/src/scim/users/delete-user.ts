import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { orNotFound } from '../../problems.ts';
import { deleteStaffMember } from '../../staff/delete-staff-member.ts';
import { requireNoBreakGlass } from '../connection.ts';
import { leaveGroups, lockUser, setDeprovisioned } from './queries.ts';

/** Deletes the staff member softly whom the provider has no longer. Throws NOT_FOUND, BREAK_GLASS, LAST_TENANT_ADMIN. */
export async function deleteUser(tx: Tx, caller: Caller, staffUuid: string): Promise<void> {
  const { tenantStaffUuid } = await orNotFound(lockUser(tx, staffUuid), 'user');
  await requireNoBreakGlass(tx, tenantStaffUuid);
  await setDeprovisioned(tx, staffUuid, true);
  await leaveGroups(tx, staffUuid);
  await deleteStaffMember(tx, caller, staffUuid);
}
