import type { Caller } from '@atrium/kit/auth/caller.ts';
import { endAccount } from '../auth/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { findManagedStaff, refuseMachine } from './find-managed-staff.ts';
import { keepOneTenantAdmin } from './keep-one-tenant-admin.ts';
import { softDeleteStaffMember } from './queries.ts';

/** Deletes a staff member softly: no login, every session ended, the login e-mail free again. */
export async function deleteStaffMember(tx: Tx, caller: Caller, staffUuid: string): Promise<void> {
  const member = await findManagedStaff(tx, caller, staffUuid);
  refuseMachine(tx.actor, member);
  await keepOneTenantAdmin(tx, member, null);
  await softDeleteStaffMember(tx, staffUuid);
  await endAccount(tx, { tenantUuid: member.tenantUuid, userUuid: staffUuid });
  await recordEvent(tx, { eventType: 'staff.deleted', entityType: 'STAFF', entityId: staffUuid });
}
