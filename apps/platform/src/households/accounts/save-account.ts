import type { Caller } from '@atrium/kit/auth/caller.ts';
import { visibleTo } from '../../auth/visible-households.ts';
import { changedFields, pickStated } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { orNotFound } from '../../problems.ts';
import { watchRecords } from '../../watch-records.ts';
import { findManagedHousehold } from '../household-access.ts';
import { touchHouseholds } from '../queries.ts';
import type { AccountChanges, AccountRow } from '../schemas.ts';
import { findAccount, updateAccountRow } from './queries.ts';

const names = ['custodian', 'currency', 'marketValue', 'asOf'] as const;

/** Saves what is stated of a linked account: absent stays, null clears. */
export async function saveAccount(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
  accountNumber: string,
  input: AccountChanges,
): Promise<AccountRow> {
  await findManagedHousehold(tx, caller, householdUuid);
  const changes = pickStated(input, names);
  const watched = await watchRecords(tx, 'HOUSEHOLD', [householdUuid]);
  const isChanged = await updateAccountRow(tx, householdUuid, accountNumber, changes);
  const account = await orNotFound(
    findAccount(tx, visibleTo(tx, caller), householdUuid, accountNumber),
    'account',
  );
  if (!isChanged) return account;
  await touchHouseholds(tx, [householdUuid]);
  await recordEvent(tx, {
    eventType: 'household.updated',
    entityType: 'HOUSEHOLD',
    entityId: householdUuid,
    attributes: { accountCount: '1', ...changedFields(['accounts']) },
    changes: (await watched()).get(householdUuid),
  });
  return account;
}
