import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { findManagedHousehold } from './household-access.ts';
import { endMembers, listMemberships } from './members/queries.ts';
import { softDeleteHousehold } from './queries.ts';

/** Deletes a household softly; its members belong to it no more. */
export async function deleteHousehold(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
): Promise<void> {
  await findManagedHousehold(tx, caller, householdUuid);
  const members = await listMemberships(tx, householdUuid);
  await endMembers(tx, householdUuid, members, { byDeletion: true });
  await softDeleteHousehold(tx, householdUuid);
  await recordEvent(tx, {
    eventType: 'household.deleted',
    entityType: 'HOUSEHOLD',
    entityId: householdUuid,
    attributes: { memberCount: String(members.length) },
  });
}
