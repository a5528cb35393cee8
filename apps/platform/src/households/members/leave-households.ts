import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { lockHouseholds, touchHouseholds } from '../queries.ts';

type Party = { contactUuid: string } | { organisationUuid: string };

/**
 * Deletes a contact or organisation by `remove` and ends every membership of it; they may return with it.
 * The households are locked first, as by everybody who changes members.
 */
export async function leaveHouseholds(
  tx: Tx,
  party: Party,
  remove?: () => Promise<void>,
): Promise<void> {
  const isParty =
    'contactUuid' in party
      ? tx`contact_uuid = ${party.contactUuid}`
      : tx`organisation_uuid = ${party.organisationUuid}`;
  const homes = await tx<{ householdUuid: string }[]>`
    select household_uuid from household_members where ${isParty} and removed_at is null`;
  await lockHouseholds(tx, uuidsOf(homes));
  await remove?.();
  const left = await tx<{ memberUuid: string; householdUuid: string }[]>`
    update household_members
       set removed_at = change_time(), is_primary = false, was_primary = is_primary,
           ended_by_deletion = true
     where ${isParty} and removed_at is null
    returning member_uuid, household_uuid`;
  // An erasure leaves no copy of the household as it is now, which may name the person.
  if (remove) await touchHouseholds(tx, uuidsOf(left));
  await Promise.all(
    left.map(({ memberUuid, householdUuid }) =>
      recordEvent(tx, {
        eventType: 'household.member_removed',
        entityType: 'HOUSEHOLD',
        entityId: householdUuid,
        attributes: { memberUuid },
      }),
    ),
  );
}

const uuidsOf = (homes: readonly { householdUuid: string }[]) =>
  homes.map(({ householdUuid }) => householdUuid);
