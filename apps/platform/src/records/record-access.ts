import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { visibleTo as visibleHouseholds } from '../auth/visible-households.ts';
import { contactNotFound, visibleTo as visibleContacts } from '../contacts/contact-access.ts';
import type { Tx } from '../database/transaction.ts';
import { visibleTo as visibleMeetings } from '../meetings/meeting-access.ts';
import { notFound } from '../problems.ts';

/** The kinds of records that notes, tasks and timelines are about. */
export const recordTypes = ['CONTACT', 'HOUSEHOLD', 'MEETING'] as const;
export type RecordType = (typeof recordTypes)[number];
export type RecordKey = { entityType: RecordType; entityUuid: string };

const columns = {
  CONTACT: 'contactUuid',
  HOUSEHOLD: 'householdUuid',
  MEETING: 'meetingUuid',
} as const;

/** Returns the column that names the record, as notes and tasks have it, and its value. */
export function recordColumn({ entityType, entityUuid }: RecordKey) {
  return { [columns[entityType]]: entityUuid };
}

/**
 * Returns the condition that the caller sees the record which a row of `alias` is about, by its
 * columns contact_uuid, household_uuid and meeting_uuid. Deleted contacts and households are not seen.
 */
export function seesRecord(tx: Tx, caller: Caller, alias: 'n' | 't'): Fragment {
  const row = tx`${tx(alias)}`;
  return tx`(
    exists (select from contacts c
             where c.tenant_uuid = ${row}.tenant_uuid and c.contact_uuid = ${row}.contact_uuid
               and c.deleted_at is null and ${visibleContacts(tx, caller)})
    or exists (select from households h
                where h.tenant_uuid = ${row}.tenant_uuid and h.household_uuid = ${row}.household_uuid
                  and h.deleted_at is null and ${visibleHouseholds(tx, caller)})
    or exists (select from meetings m
                where m.tenant_uuid = ${row}.tenant_uuid and m.meeting_uuid = ${row}.meeting_uuid
                  and ${visibleMeetings(tx, caller)}))`;
}

/** Returns whether the caller sees a live record; `lock` keeps it from being deleted meanwhile. */
async function isRecordSeen(
  tx: Tx,
  caller: Caller,
  { entityType, entityUuid }: RecordKey,
  lock?: 'lock',
): Promise<boolean> {
  const locking = lock ? tx`for key share` : tx``;
  const found = {
    CONTACT: () => tx`
      select from contacts c
       where c.contact_uuid = ${entityUuid} and c.deleted_at is null
         and ${visibleContacts(tx, caller)} ${locking}`,
    HOUSEHOLD: () => tx`
      select from households h
       where h.household_uuid = ${entityUuid} and h.deleted_at is null
         and ${visibleHouseholds(tx, caller)} ${locking}`,
    MEETING: () => tx`
      select from meetings m
       where m.meeting_uuid = ${entityUuid} and ${visibleMeetings(tx, caller)} ${locking}`,
  };
  return (await found[entityType]()).length > 0;
}

/** Throws NOT_FOUND unless the caller sees the live record. */
export async function requireSeen(tx: Tx, caller: Caller, key: RecordKey): Promise<void> {
  if (await isRecordSeen(tx, caller, key)) return;
  const { entityType, entityUuid } = key;
  if (entityType === 'CONTACT') throw await contactNotFound(tx, caller, entityUuid);
  throw notFound(entityType.toLowerCase());
}

/** Throws VALIDATION_FAILED, naming `entityUuid`, unless the caller sees the live record. */
export async function requireRecord(tx: Tx, caller: Caller, key: RecordKey): Promise<void> {
  if (await isRecordSeen(tx, caller, key, 'lock')) return;
  const what = `must be a ${key.entityType.toLowerCase()} that you see`;
  throw invalid(fieldError('entityUuid', 'UNKNOWN', what));
}

/** Throws NOT_FOUND, which names the survivor, for a contact that was merged into one that the caller sees. */
export async function refuseMerged(
  tx: Tx,
  caller: Caller,
  { entityType, entityUuid }: RecordKey,
): Promise<void> {
  if (entityType !== 'CONTACT') return;
  const missing = await contactNotFound(tx, caller, entityUuid);
  if ('mergedInto' in missing.members) throw missing;
}
