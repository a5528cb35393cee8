import type { Caller } from '@atrium/kit/auth/caller.ts';
import { columnOf, type RecordFields } from '@atrium/kit/record-fields.ts';
import { contactTable } from '../contacts/fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { MeetingServices } from '../meetings/export-change.ts';
import { clearTexts } from './clear-texts.ts';
import { emptyContacts, insertErasure, removeCopies, removeOwnRecords } from './erase-queries.ts';
import { lockPerson, type PersonValues } from './find-person.ts';
import { leaveHomes, lockHomes } from './leave-homes.ts';
import { leaveMeetings, lockMeetings, mendCalendars } from './leave-meetings.ts';
import type { Erasure } from './schemas.ts';

/** The values that stay of a person: identifiers, and that something was. */
const kept = ['AUDIT_TRAIL', 'PAST_MEETINGS', 'FORMER_MEMBERSHIPS', 'ERASURE'];

/**
 * Removes for good what is held of a person, also of the records that were merged into it. Past
 * meetings keep the slot, the trail its identifiers. Returns besides the answer the values that
 * other stores are to be cleared of. Throws NOT_FOUND, also for somebody erased before.
 */
export async function erasePerson(
  tx: Tx,
  services: MeetingServices,
  { caller, contactUuid, reason }: { caller: Caller; contactUuid: string; reason: string },
): Promise<{ erasure: Erasure; values: PersonValues }> {
  const homes = await lockHomes(tx, contactUuid);
  const person = await lockPerson(tx, caller, contactUuid);
  const meetings = await lockMeetings(tx, person);
  const nearBy = { households: homes, meetings: meetings.map((each) => each.meetingUuid) };

  const removed = {
    contacts: person.uuids.length,
    memberships: await leaveHomes(tx, person),
    ...(await leaveMeetings(tx, person, meetings)),
    ...(await removeOwnRecords(tx, person)),
    ...(await removeCopies(tx, person)),
    mentions: await clearTexts(tx, person, nearBy),
    calendarCopies: await mendCalendars(tx, services, person, meetings),
  };
  await emptyContacts(tx, person, emptied);
  const erasedAt = await insertErasure(tx, person.contactUuid, { reason, removed, kept });
  await recordEvent(tx, {
    eventType: 'contact.erased',
    entityType: 'CONTACT',
    entityId: person.contactUuid,
    attributes: Object.fromEntries(
      Object.entries(removed).map(([kind, count]) => [`${kind}Removed`, String(count)]),
    ),
  });
  const erasure = { contactUuid: person.contactUuid, erasedAt, removed, kept };
  return { erasure, values: person.values };
}

/** Fields that say nothing of a person: how the firm sorts it. They are never empty. */
const unsaid = new Set([
  'contactType',
  'contactMeans',
  'preferredContactLanguage',
  'status',
  'firmId',
  'firmType',
  'firmEntityUuid',
  'contactManagerId',
  'contactManagerFirmType',
  'contactManagerEntityUuid',
  'contactManagerType',
  'addresses',
]);

const table: RecordFields = contactTable;

const emptied = Object.keys(table).flatMap((name) => {
  const field = table[name];
  const isSaid = field?.update ? !unsaid.has(name) : name === 'partnerUuid';
  return field && isSaid ? [columnOf(name, field)] : [];
});
