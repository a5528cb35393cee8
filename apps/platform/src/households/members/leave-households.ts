import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';

/** Ends every membership of a contact or organisation that is deleted; they may return with it. */
export async function leaveHouseholds(
  tx: Tx,
  party: { contactUuid: string } | { organisationUuid: string },
): Promise<void> {
  const isParty =
    'contactUuid' in party
      ? tx`contact_uuid = ${party.contactUuid}`
      : tx`organisation_uuid = ${party.organisationUuid}`;
  const left = await tx<{ memberUuid: string; householdUuid: string }[]>`
    update household_members
       set removed_at = change_time(), is_primary = false, was_primary = is_primary,
           ended_by_deletion = true
     where ${isParty} and removed_at is null
    returning member_uuid, household_uuid`;
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
