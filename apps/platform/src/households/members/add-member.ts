import type { Caller } from '@atrium/kit/auth/caller.ts';
import { visibleTo } from '../../contacts/contact-access.ts';
import type { Tx } from '../../database/transaction.ts';
import { orNotFound } from '../../problems.ts';
import { watchRecords } from '../../watch-records.ts';
import { findManagedHousehold } from '../household-access.ts';
import { touchHouseholds } from '../queries.ts';
import { joinMembers } from './join-members.ts';
import { planMembers } from './plan-members.ts';
import { findMember } from './queries.ts';
import type { EnrichedMemberRow, NewMember } from './schemas.ts';

/** Adds one member to a household. Fails with ALREADY_A_MEMBER. */
export async function addMember(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
  input: NewMember,
): Promise<EnrichedMemberRow> {
  await findManagedHousehold(tx, caller, householdUuid);
  const planned = await planMembers(tx, caller, [input], '');
  const watched = await watchRecords(tx, 'HOUSEHOLD', [householdUuid]);
  await joinMembers(tx, householdUuid, planned, watched);
  await touchHouseholds(tx, [householdUuid]);
  return rereadMember(tx, caller, householdUuid, planned[0]?.memberUuid ?? '');
}

/** Returns a member as the answer to a change. Throws NOT_FOUND. */
export async function rereadMember(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
  memberUuid: string,
): Promise<EnrichedMemberRow> {
  return orNotFound(findMember(tx, visibleTo(tx, caller), householdUuid, memberUuid), 'member');
}
