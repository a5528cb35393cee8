import type { Tx } from '../../database/transaction.ts';
import type { NotRestored } from '../../http/deleted-records.ts';
import { lockHouseholds, touchHouseholds } from '../queries.ts';
import { asNewMember, joinMembers } from './join-members.ts';
import {
  listMemberships,
  listToReturn,
  lockContacts,
  lockOrganisations,
  type ToReturn,
} from './queries.ts';

type Party = { contactUuid: string } | { organisationUuid: string };

/** Says what a restoring brought back, and what not. */
type Returned = { count: number; notRestored: NotRestored[] };

/**
 * Brings back the memberships of a household that is locked and restored, of those members who are
 * not deleted themselves.
 */
export async function returnMembers(tx: Tx, householdUuid: string): Promise<Returned> {
  const ended = await listToReturn(tx, { householdUuid });
  await lockContacts(tx, ended);
  await lockOrganisations(tx, ended);
  // Read once more: a member may have been deleted or restored before its lock was held.
  return rejoin(tx, householdUuid, await listToReturn(tx, { householdUuid }));
}

/**
 * Restores a contact or organisation by `restore`, and brings its memberships back in households that
 * are not deleted. The households are locked first, as by everybody who changes members.
 */
export async function returnToHouseholds(
  tx: Tx,
  party: Party,
  restore: () => Promise<void>,
): Promise<Returned> {
  const before = await listToReturn(tx, party);
  await lockHouseholds(
    tx,
    before.map(({ householdUuid }) => householdUuid),
  );
  await restore();
  const returned: Returned = { count: 0, notRestored: [] };
  for (const ended of await listToReturn(tx, party)) {
    const { count, notRestored } = await rejoin(tx, ended.householdUuid, [ended]);
    if (count > 0) await touchHouseholds(tx, [ended.householdUuid]);
    returned.count += count;
    returned.notRestored.push(...notRestored);
  }
  return returned;
}

/** Lets those rejoin whose record and household are there; a primary unless somebody else is. */
async function rejoin(
  tx: Tx,
  householdUuid: string,
  ended: readonly ToReturn[],
): Promise<Returned> {
  const present = await listMemberships(tx, householdUuid);
  const isTaken = present.some(({ isPrimary }) => isPrimary);
  const returning = ended.filter((each) => each.householdIsLive && each.partyIsLive);
  const members = returning.map((each) =>
    asNewMember({ ...each, isPrimary: each.wasPrimary && !isTaken }),
  );
  await joinMembers(tx, householdUuid, members);
  const notRestored = ended.flatMap((each): NotRestored[] => {
    const { contactUuid, organisationUuid, householdIsLive, partyIsLive, wasPrimary } = each;
    const of = { householdUuid, contactUuid, organisationUuid };
    if (!householdIsLive) return [{ kind: 'MEMBERSHIP', reason: 'HOUSEHOLD_DELETED', ...of }];
    if (!partyIsLive) return [{ kind: 'MEMBERSHIP', reason: 'MEMBER_DELETED', ...of }];
    return wasPrimary && isTaken ? [{ kind: 'PRIMARY', reason: 'TAKEN', ...of }] : [];
  });
  return { count: members.length, notRestored };
}
