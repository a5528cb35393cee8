import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { requirePerson } from '../auth/require-person.ts';
import type { Actor } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { orNotFound, Problem } from '../problems.ts';
import { lockStaffMember } from './queries.ts';
import type { StaffRow } from './schemas.ts';

/** Who manages staff, by what they may. */
export type Manager = Pick<Caller, 'roles' | 'partnerUuid'>;

/**
 * Finds and locks the staff member whom the caller is about to manage. A PARTNER_ADMIN manages the
 * own partner's staff only. Throws NOT_FOUND or FORBIDDEN.
 */
export async function findManagedStaff(
  tx: Tx,
  caller: Manager,
  staffUuid: string,
): Promise<StaffRow> {
  const member = await orNotFound(lockStaffMember(tx, staffUuid), 'staff member');
  const foreign = !caller.partnerUuid || member.partnerUuid !== caller.partnerUuid;
  if (isBoundToPartner(caller) && foreign)
    throw new Problem('FORBIDDEN', 'This staff member belongs to another partner');
  return member;
}

/** Throws PERSON_REQUIRED when a machine would make or change an administrator. */
export function refuseMachine(actor: Actor, ...members: readonly Pick<StaffRow, 'staffType'>[]) {
  if (members.some(({ staffType }) => staffType === 'ADMIN')) requirePerson(actor);
}

/**
 * Throws FORBIDDEN when a PARTNER_ADMIN would move somebody out of the partner: among the tenant's
 * own staff the same staffType has the tenant's rights.
 */
export function refuseMove(caller: Manager, before: StaffRow, partnerUuid?: string | null): void {
  const stays = partnerUuid === undefined || partnerUuid?.toLowerCase() === before.partnerUuid;
  if (isBoundToPartner(caller) && !stays)
    throw new Problem('FORBIDDEN', 'Only the tenant moves staff between partners');
}

function isBoundToPartner(caller: Manager): boolean {
  return !hasRole(caller, 'SYSTEM_ADMIN', 'TENANT_ADMIN');
}
