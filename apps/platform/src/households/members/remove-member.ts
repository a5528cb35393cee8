import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { watchRecords } from '../../watch-records.ts';
import { findManagedHousehold } from '../household-access.ts';
import { touchHouseholds } from '../queries.ts';
import { rereadMember } from './add-member.ts';
import { leaveMembers } from './join-members.ts';

/** Removes a member; removing the primary leaves the household without one. */
export async function removeMember(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
  memberUuid: string,
): Promise<void> {
  await findManagedHousehold(tx, caller, householdUuid);
  const member = await rereadMember(tx, caller, householdUuid, memberUuid);
  const watched = await watchRecords(tx, 'HOUSEHOLD', [householdUuid]);
  await leaveMembers(tx, householdUuid, [member], watched);
  await touchHouseholds(tx, [householdUuid]);
}
