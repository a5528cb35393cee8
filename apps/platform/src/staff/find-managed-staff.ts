import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../db.ts';
import { notFound, Problem } from '../problems.ts';
import { lockStaffMember } from './queries.ts';
import type { StaffRow } from './schemas.ts';

/**
 * The staff member the caller is about to manage, locked. A PARTNER_ADMIN manages the own
 * partner's staff only. Throws NOT_FOUND or FORBIDDEN.
 */
export async function findManagedStaff(
  tx: Tx,
  caller: Caller,
  staffUuid: string,
): Promise<StaffRow> {
  const member = await lockStaffMember(tx, staffUuid);
  if (!member) throw notFound('staff member');
  const unbounded = hasRole(caller, 'SYSTEM_ADMIN', 'TENANT_ADMIN');
  if (!unbounded && (!caller.partnerUuid || member.partnerUuid !== caller.partnerUuid)) {
    throw new Problem('FORBIDDEN', 'This staff member belongs to another partner');
  }
  return member;
}
