import { changedFields } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvents } from '../../events.ts';
import { watchRecords } from '../../watch-records.ts';
import { lockHouseholds, touchHouseholds } from '../queries.ts';

/** Locks the households that a contact is a member of: first of all, as by everybody who changes members. */
export async function lockHouseholdsOf(tx: Tx, contactUuid: string): Promise<void> {
  const rows = await tx<{ householdUuid: string }[]>`
    select household_uuid from household_members
     where contact_uuid = ${contactUuid} and removed_at is null`;
  await lockHouseholds(
    tx,
    rows.map(({ householdUuid }) => householdUuid),
  );
}

/**
 * Moves the memberships of a locked contact, former ones too, to another one. Where that one is a
 * member already its own membership stays, and becomes primary if the other was. Returns in how many
 * households anything changed.
 */
export async function moveMemberships(
  tx: Tx,
  { from, into }: { from: string; into: string },
): Promise<number> {
  const homes = await tx<Member[]>`
    select household_uuid from household_members
     where contact_uuid = ${from} and removed_at is null`;
  const watched = await watchRecords(tx, 'HOUSEHOLD', uuidsOf(homes));
  const ended = await tx<Member[]>`
    update household_members m set removed_at = change_time(), is_primary = false, was_primary = is_primary
     where m.contact_uuid = ${from} and m.removed_at is null and exists (
       select from household_members own
        where own.tenant_uuid = m.tenant_uuid and own.household_uuid = m.household_uuid
          and own.contact_uuid = ${into} and own.removed_at is null)
    returning m.household_uuid, m.was_primary`;
  await tx`
    update household_members set is_primary = true
     where contact_uuid = ${into} and removed_at is null
       and household_uuid = any(${uuidsOf(ended.filter(({ wasPrimary }) => wasPrimary))})`;
  const moved = await tx<Member[]>`
    update household_members set contact_uuid = ${into} where contact_uuid = ${from}
    returning household_uuid, removed_at is null as is_member`;
  const changed = [...new Set(uuidsOf([...ended, ...moved.filter(({ isMember }) => isMember)]))];
  await touchHouseholds(tx, changed);
  const attributes = { contactMergedFrom: from, ...changedFields(['members']) };
  await recordEvents(
    tx,
    { eventType: 'household.updated', entityType: 'HOUSEHOLD', attributes },
    changed,
    await watched(),
  );
  return changed.length;
}

type Member = { householdUuid: string; wasPrimary?: boolean; isMember?: boolean };

const uuidsOf = (members: readonly Member[]) => members.map(({ householdUuid }) => householdUuid);
