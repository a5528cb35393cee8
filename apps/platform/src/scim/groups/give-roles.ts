import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { anyVersion } from '../../http/if-match.ts';
import { findConnection } from '../../sso/queries.ts';
import { findStaffMember, setStaffTypeWithoutGroups } from '../../staff/queries.ts';
import type { StaffRow } from '../../staff/schemas.ts';
import { updateStaffMember } from '../../staff/update-staff-member.ts';
import { adminGroupsOf, refuseBreakGlass } from '../connection.ts';
import { listChanging, listConcerned } from './queries.ts';

/**
 * Gives some staff the roles of the groups that they are in now, and takes what only groups had given. An
 * administrator by hand stays one. Throws BREAK_GLASS, LAST_TENANT_ADMIN.
 */
export async function giveRoles(tx: Tx, caller: Caller, staffUuids: readonly string[]) {
  const connection = await findConnection(tx);
  for (const each of await listChanging(tx, staffUuids, adminGroupsOf(connection))) {
    const { staffUuid, isGiven, staffTypeWithoutGroups } = each;
    refuseBreakGlass(connection, staffUuid);
    const before = await findStaffMember(tx, staffUuid);
    const staffType = (isGiven ? 'ADMIN' : staffTypeWithoutGroups) as StaffRow['staffType'];
    const update = { input: { staffType }, passwordHash: null };
    await updateStaffMember(tx, caller, staffUuid, update, anyVersion);
    if (isGiven && before) await setStaffTypeWithoutGroups(tx, staffUuid, before.staffType);
  }
}

/** Gives everybody the roles of their groups, once the connection states others. Throws as giving to some does. */
export async function giveRolesToMembers(tx: Tx, caller: Caller): Promise<void> {
  await giveRoles(tx, caller, await listConcerned(tx));
}
