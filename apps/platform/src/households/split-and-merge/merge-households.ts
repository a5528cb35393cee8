import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { visibleTo } from '../../auth/visible-households.ts';
import { changedFields } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { notFound } from '../../problems.ts';
import { type Watched, watchRecords } from '../../watch-records.ts';
import { moveAccounts } from '../accounts/queries.ts';
import { reread } from '../create-household.ts';
import { asNewMember, joinMembers, leaveMembers } from '../members/join-members.ts';
import { listMemberships, type Membership } from '../members/queries.ts';
import { lockHousehold, touchHouseholds, updateHouseholdRow } from '../queries.ts';
import type { HouseholdRow, HouseholdSummaryRow } from '../schemas.ts';
import { movedFields } from './split-household.ts';

/**
 * Merges one household into another: its members and accounts come over, those that are there
 * already stay as they are, and the primary of the one that stays is primary. The emptied
 * household becomes inactive and keeps its history.
 */
export async function mergeHouseholds(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
  fromHouseholdUuid: string,
): Promise<HouseholdRow> {
  const [into, from] = await lockBoth(tx, caller, householdUuid, fromHouseholdUuid);
  const [present, coming] = await Promise.all([
    listMemberships(tx, into.householdUuid),
    listMemberships(tx, from.householdUuid),
  ]);
  const watched = await watchRecords(tx, 'HOUSEHOLD', [into.householdUuid, from.householdUuid]);
  await leaveMembers(tx, from.householdUuid, coming);
  const joining = newcomers(present, coming);
  await joinMembers(tx, into.householdUuid, joining);
  await moveAccounts(tx, from.householdUuid, into.householdUuid, from.accountNumbers);
  await updateHouseholdRow(tx, from.householdUuid, { isActive: false });
  await touchHouseholds(tx, [into.householdUuid]);
  const changes = await watched();
  await tellOf(tx, from.householdUuid, changes, {
    mergedInto: into.householdUuid,
    ...changedFields(['isActive', ...movedFields(from.accountNumbers, coming)]),
  });
  await tellOf(tx, into.householdUuid, changes, {
    mergedFrom: from.householdUuid,
    ...changedFields(movedFields(from.accountNumbers, joining)),
  });
  return reread(tx, into.householdUuid);
}

/** Locks both in the order of their UUIDs, so that two merges the other way round do not deadlock. */
async function lockBoth(
  tx: Tx,
  caller: Caller,
  intoUuid: string,
  fromUuid: string,
): Promise<[HouseholdSummaryRow, HouseholdSummaryRow]> {
  const fault = (code: string, message: string) =>
    invalid(fieldError('fromHouseholdUuid', code, message));
  const uuids = [intoUuid.toLowerCase(), fromUuid.toLowerCase()];
  if (uuids[0] === uuids[1]) throw fault('NOT_ALLOWED', 'must be another household');
  const locked: (HouseholdSummaryRow | undefined)[] = [];
  for (const uuid of uuids.toSorted()) {
    locked.push(await lockHousehold(tx, visibleTo(tx, caller), uuid));
  }
  const [into, from] = uuids.map((uuid) => locked.find((each) => each?.householdUuid === uuid));
  if (!into) throw notFound('household');
  if (!from) throw fault('UNKNOWN', 'does not exist');
  return [into, from];
}

function newcomers(present: readonly Membership[], coming: readonly Membership[]): Membership[] {
  const partyOf = (member: Membership) => member.contactUuid ?? member.organisationUuid;
  const there = new Set(present.map(partyOf));
  const hasPrimary = present.some((member) => member.isPrimary);
  return coming
    .filter((member) => !there.has(partyOf(member)))
    .map((member) => asNewMember({ ...member, isPrimary: member.isPrimary && !hasPrimary }));
}

function tellOf(
  tx: Tx,
  householdUuid: string,
  changes: Awaited<ReturnType<Watched>>,
  attributes: Record<string, string>,
): Promise<void> {
  return recordEvent(tx, {
    eventType: 'household.updated',
    entityType: 'HOUSEHOLD',
    entityId: householdUuid,
    attributes,
    changes: changes.get(householdUuid),
  });
}
