import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { changedFields } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { watchRecords } from '../../watch-records.ts';
import { moveAccounts } from '../accounts/queries.ts';
import { reread } from '../create-household.ts';
import { checkManager, findManagedHousehold } from '../household-access.ts';
import { asNewMember, joinMembers, leaveMembers } from '../members/join-members.ts';
import { listMemberships, type Membership } from '../members/queries.ts';
import { insertHousehold, touchHouseholds } from '../queries.ts';
import type { HouseholdRow, HouseholdSummaryRow, Split } from '../schemas.ts';
import { findMembers } from '../update-household.ts';

/**
 * Splits a household, as after a divorce: the named members and accounts go to a new one, which
 * keeps the relationship manager unless another is stated. Who left stays in the old one's history,
 * and who was primary is primary in the new. Answers the new household.
 */
export async function splitHousehold(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
  input: Split,
): Promise<HouseholdRow> {
  const { name } = input;
  const memberUuids = input.memberUuids ?? [];
  const accountNumbers = input.accountNumbers ?? [];
  const household = await findManagedHousehold(tx, caller, householdUuid);
  const { relationshipManagerType = household.relationshipManagerType } = input;
  const { relationshipManagerUuid = household.relationshipManagerUuid } = input;
  const manager = { relationshipManagerType, relationshipManagerUuid };
  await checkManager(tx, caller, manager);
  const present = await listMemberships(tx, householdUuid);
  const leaving = findMembers(present, memberUuids, (at) => `memberUuids[${at}]`);
  checkLinked(household, accountNumbers);

  const newUuid = randomUUIDv7();
  await insertHousehold(tx, newUuid, { name, ...manager, isActive: true });
  await recordEvent(tx, {
    eventType: 'household.created',
    entityType: 'HOUSEHOLD',
    entityId: newUuid,
    attributes: { splitFrom: householdUuid, memberCount: String(leaving.length) },
  });
  const watched = await watchRecords(tx, 'HOUSEHOLD', [householdUuid]);
  await leaveMembers(tx, householdUuid, leaving);
  await joinMembers(tx, newUuid, leaving.map(asNewMember));
  await moveAccounts(tx, householdUuid, newUuid, accountNumbers);
  await touchHouseholds(tx, [householdUuid]);
  await recordEvent(tx, {
    eventType: 'household.updated',
    entityType: 'HOUSEHOLD',
    entityId: householdUuid,
    attributes: {
      splitInto: newUuid,
      accountCount: String(accountNumbers.length),
      ...changedFields(movedFields(accountNumbers, leaving)),
    },
    changes: (await watched()).get(householdUuid),
  });
  return reread(tx, newUuid);
}

/** Returns the fields of a household that change when accounts and members move. */
export const movedFields = (accountNumbers: readonly string[], members: readonly Membership[]) => [
  ...(accountNumbers.length > 0 ? ['accountNumbers'] : []),
  ...(members.length > 0 ? ['members'] : []),
];

function checkLinked(household: HouseholdSummaryRow, accountNumbers: readonly string[]): void {
  const faults = accountNumbers.flatMap((accountNumber, at) =>
    household.accountNumbers.includes(accountNumber)
      ? []
      : [fieldError(`accountNumbers[${at}]`, 'UNKNOWN', 'is not linked')],
  );
  if (faults.length > 0) throw invalid(...faults);
}
