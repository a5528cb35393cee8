import type { Tx } from '../database/transaction.ts';
import { leaveHouseholds } from '../households/members/leave-households.ts';
import { lockHouseholds } from '../households/queries.ts';
import type { Person } from './find-person.ts';

/** Returns the households that records are or were members of, locked. */
export async function lockHomes(tx: Tx, contactUuid: string): Promise<string[]> {
  const rows = await tx<{ householdUuid: string }[]>`
    select distinct household_uuid from household_members
     where contact_uuid in (select contact_uuid from contacts
                             where ${contactUuid}::uuid in (contact_uuid, merged_into))`;
  const uuids = rows.map(({ householdUuid }) => householdUuid);
  await lockHouseholds(tx, uuids);
  return uuids;
}

/** Ends a person's memberships, which do not come back; returns their number. */
export async function leaveHomes(tx: Tx, { uuids }: Person): Promise<number> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from household_members
     where contact_uuid = any(${uuids}) and removed_at is null`;
  for (const contactUuid of uuids) await leaveHouseholds(tx, { contactUuid });
  await tx`
    update household_members set ended_by_deletion = false
     where contact_uuid = any(${uuids}) and ended_by_deletion`;
  return count;
}
