import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';

type ManagerType = 'TENANT_STAFF' | 'PARTNER_STAFF';

/** Returns the type of manager that a staff member is for households. */
export function managerTypeOf({ partnerUuid }: BookOwner): ManagerType {
  return partnerUuid === null ? 'TENANT_STAFF' : 'PARTNER_STAFF';
}

type FirmType = 'TENANT' | 'PARTNER';

/** Returns the type of manager that a staff member is for contacts. */
export function firmTypeOf({ partnerUuid }: BookOwner): FirmType {
  return partnerUuid === null ? 'TENANT' : 'PARTNER';
}

/** A staff member from or to whom a book goes. */
export type BookOwner = {
  staffUuid: string;
  name: string;
  email: string;
  partnerUuid: string | null;
  mayTake: boolean;
};

/** Returns the stated staff of the tenant, deleted ones too, who stay as they are until the end. */
export function lockOwners(tx: Tx, staffUuids: readonly string[]) {
  return tx<BookOwner[]>`
    select staff_uuid, first_name || ' ' || paternal_last_name as name, email, partner_uuid,
           is_active and deleted_at is null as may_take
      from staff_members where staff_uuid = any(${[...staffUuids]})
     order by staff_uuid for share`;
}

/** Limits a list to some records, or not, and locks what it finds unless it is a dry run. */
type Part = { only?: readonly string[] | undefined; dryRun: boolean };

/** Returns the live households that somebody leads, and as staff of which category. */
export function listHouseholdsLed(tx: Tx, staffUuid: string, part: Part) {
  return tx<{ householdUuid: string; relationshipManagerType: ManagerType }[]>`
    select household_uuid, relationship_manager_type from households
     where relationship_manager_uuid = ${staffUuid} and deleted_at is null
       and ${among(tx, 'household_uuid', part)}
     order by household_uuid ${lock(tx, part)}`;
}

/** Returns the live contacts that somebody manages, and as staff of which kind of firm. */
export function listContactsManaged(tx: Tx, staffUuid: string, part: Part) {
  return tx<{ contactUuid: string; contactManagerType: FirmType }[]>`
    select contact_uuid, contact_manager_type from contacts
     where contact_manager_entity_uuid = ${staffUuid} and deleted_at is null
       and ${among(tx, 'contact_uuid', part)}
     order by contact_uuid ${lock(tx, part)}`;
}

/**
 * Returns the meetings to come that somebody hosts: personal events stay their host's, and who organizes
 * elsewhere decides on theirs.
 */
export async function listMeetingsHosted(tx: Tx, staffUuid: string, part: Part) {
  const rows = await tx<{ meetingUuid: string }[]>`
    select meeting_uuid from meetings
     where host_uuid = ${staffUuid} and status = 'ACTIVE' and starts_at > now()
       and not externally_organized and not is_personal
     order by meeting_uuid ${lock(tx, part)}`;
  return rows.map(({ meetingUuid }) => meetingUuid);
}

const among = (tx: Tx, column: string, { only }: Part): Fragment =>
  only ? tx`${tx(column)} = any(${[...only]})` : tx`true`;
const lock = (tx: Tx, { dryRun }: Part): Fragment => (dryRun ? tx`` : tx`for no key update`);

export async function moveContacts(tx: Tx, contactUuids: readonly string[], to: BookOwner) {
  await tx`
    update contacts
       set contact_manager_entity_uuid = ${to.staffUuid},
           contact_manager_type = ${firmTypeOf(to)}
     where contact_uuid = any(${[...contactUuids]})`;
}

export async function moveHouseholds(tx: Tx, householdUuids: readonly string[], to: BookOwner) {
  await tx`
    update households
       set relationship_manager_uuid = ${to.staffUuid},
           relationship_manager_type = ${managerTypeOf(to)}
     where household_uuid = any(${[...householdUuids]})`;
}
