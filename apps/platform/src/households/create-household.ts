import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { statedColumns } from '../lists/record-fields.ts';
import { orNotFound } from '../problems.ts';
import { linkAccounts } from './accounts/queries.ts';
import { householdTable } from './fields.ts';
import { checkManager } from './household-access.ts';
import { joinMembers } from './members/join-members.ts';
import { planMembers } from './members/plan-members.ts';
import { findHousehold, insertHousehold } from './queries.ts';
import type { HouseholdRow, NewHousehold } from './schemas.ts';

/** Creates a household with its members and accounts. Fails with ALREADY_A_MEMBER. */
export async function createHousehold(
  tx: Tx,
  caller: Caller,
  input: NewHousehold,
): Promise<HouseholdRow> {
  const accountNumbers = input.accountNumbers ?? [];
  await checkManager(tx, caller, input);
  const members = await planMembers(tx, caller, input.members ?? [], 'members');
  const householdUuid = randomUUIDv7();
  const values = statedColumns(householdTable, 'create', input, tx.json);
  await insertHousehold(tx, householdUuid, values);
  await linkAccounts(tx, householdUuid, accountNumbers);
  await recordEvent(tx, {
    eventType: 'household.created',
    entityType: 'HOUSEHOLD',
    entityId: householdUuid,
    attributes: {
      memberCount: String(members.length),
      accountCount: String(new Set(accountNumbers).size),
    },
  });
  await joinMembers(tx, householdUuid, members);
  return reread(tx, householdUuid);
}

/** Returns a household as the answer to its change. */
export async function reread(tx: Tx, householdUuid: string): Promise<HouseholdRow> {
  return orNotFound(findHousehold(tx, tx`true`, householdUuid), 'household');
}
