import type { Caller } from '@atrium/kit/auth/caller.ts';
import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import { changedFields, differing } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { IfMatch } from '../http/if-match.ts';
import { statedColumns } from '../lists/record-fields.ts';
import { watchRecords } from '../watch-records.ts';
import { linkAccounts, unlinkAccounts } from './accounts/queries.ts';
import { reread } from './create-household.ts';
import { householdTable } from './fields.ts';
import { checkManager, findManagedHousehold } from './household-access.ts';
import { joinMembers, leaveMembers } from './members/join-members.ts';
import { planMembers } from './members/plan-members.ts';
import { listMemberships, lockContacts, type Membership } from './members/queries.ts';
import { touchHouseholds, updateHouseholdRow } from './queries.ts';
import type { HouseholdChanges, HouseholdRow, HouseholdSummaryRow } from './schemas.ts';

const changeableFields = [
  'accountNumbers',
  'isActive',
  'name',
  'relationshipManagerType',
  'relationshipManagerUuid',
] as const;

/**
 * Changes a household in one go: unlinks, links, removes and adds, or does nothing at all. What
 * changes nothing is not recorded.
 * Fails with ALREADY_A_MEMBER, PRECONDITION_FAILED, and VALIDATION_FAILED for what is not linked, not a member, or
 * both added and removed.
 */
export async function updateHousehold(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
  input: HouseholdChanges,
  requireMatch: IfMatch,
): Promise<HouseholdRow> {
  const link = input.accountNumbersToLink ?? [];
  const unlink = input.accountNumbersToUnlink ?? [];
  const household = await findManagedHousehold(tx, caller, householdUuid);
  requireMatch(household.version);
  const changes = statedColumns(householdTable, 'update', input, tx.json);
  await checkNewManager(tx, caller, household, input);
  checkAccounts(household, link, unlink);
  const present = await listMemberships(tx, householdUuid);
  const watched = await watchRecords(tx, 'HOUSEHOLD', [householdUuid]);
  const leaving = findMembers(present, input.memberUuidsToRemove ?? [], fieldOfLeaving);
  await lockContacts(tx, [...leaving, ...(input.membersToAdd ?? [])]);
  const joining = await planMembers(tx, caller, input.membersToAdd ?? [], 'membersToAdd');
  refuseReturning(leaving, joining);

  const linked = link.filter((each) => !household.accountNumbers.includes(each));
  await unlinkAccounts(tx, householdUuid, unlink);
  await linkAccounts(tx, householdUuid, link);
  await leaveMembers(tx, householdUuid, leaving);
  await joinMembers(tx, householdUuid, joining);
  const isChanged = await updateHouseholdRow(tx, householdUuid, changes);
  const isRegrouped = [linked, unlink, leaving, joining].some((some) => some.length > 0);
  if (isRegrouped && !isChanged) await touchHouseholds(tx, [householdUuid]);
  const after = await reread(tx, householdUuid);
  if (!isChanged && !isRegrouped) return after;
  await recordEvent(tx, {
    eventType: 'household.updated',
    entityType: 'HOUSEHOLD',
    entityId: householdUuid,
    attributes: {
      fieldCount: String(Object.keys(changes).length),
      linkedCount: String(link.length),
      unlinkedCount: String(unlink.length),
      addedCount: String(joining.length),
      removedCount: String(leaving.length),
      ...changedFields([
        ...differing(household, after, changeableFields),
        ...(leaving.length + joining.length > 0 ? ['members'] : []),
      ]),
    },
    changes: (await watched()).get(householdUuid),
  });
  return after;
}

async function checkNewManager(
  tx: Tx,
  caller: Caller,
  household: HouseholdSummaryRow,
  input: HouseholdChanges,
): Promise<void> {
  const {
    relationshipManagerType = household.relationshipManagerType,
    relationshipManagerUuid = household.relationshipManagerUuid,
  } = input;
  if (input.relationshipManagerType ?? input.relationshipManagerUuid) {
    await checkManager(tx, caller, { relationshipManagerType, relationshipManagerUuid });
  }
}

function checkAccounts(
  { accountNumbers }: HouseholdSummaryRow,
  link: readonly string[],
  unlink: readonly string[],
): void {
  const faults = unlink.flatMap((accountNumber, at): FieldError[] => {
    const field = `accountNumbersToUnlink[${at}]`;
    if (link.includes(accountNumber)) {
      return [fieldError(field, 'CONTRADICTION', 'is to be linked as well')];
    }
    return accountNumbers.includes(accountNumber)
      ? []
      : [fieldError(field, 'UNKNOWN', 'is not linked')];
  });
  if (faults.length > 0) throw invalid(...faults);
}

const fieldOfLeaving = (at: number) => `memberUuidsToRemove[${at}]`;

function refuseReturning(leaving: readonly Membership[], joining: readonly Membership[]): void {
  const partyOf = (member: Membership) => member.contactUuid ?? member.organisationUuid;
  const returning = leaving.findIndex((each) =>
    joining.some((other) => partyOf(other) === partyOf(each)),
  );
  if (returning >= 0)
    throw invalid(fieldError(fieldOfLeaving(returning), 'CONTRADICTION', 'is to be added as well'));
}

/** Returns the present members of the stated UUIDs. Throws VALIDATION_FAILED naming each that is none. */
export function findMembers(
  present: readonly Membership[],
  memberUuids: readonly string[],
  field: (at: number) => string,
): Membership[] {
  const found = memberUuids.map((uuid) =>
    present.find((each) => each.memberUuid === uuid.toLowerCase()),
  );
  const faults = found.flatMap((member, at) =>
    member ? [] : [fieldError(field(at), 'UNKNOWN', 'is not a member of this household')],
  );
  if (faults.length > 0) throw invalid(...faults);
  return [...new Set(found)].filter((member) => member !== undefined);
}
