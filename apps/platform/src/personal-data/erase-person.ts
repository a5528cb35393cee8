import type { Caller } from '@atrium/kit/auth/caller.ts';
import { foldText } from '@atrium/kit/texts/folding.ts';
import { lettersAndDigits } from '@atrium/kit/texts/plain-forms.ts';
import { contactTable } from '../contacts/fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { columnOf, type RecordFields } from '../lists/record-fields.ts';
import { emptyContacts, removeCopies, removeOwnRecords } from './erase-queries.ts';
import type { ErasureRow, ErasureSearch } from './erasure-queries.ts';
import { lockPerson } from './find-person.ts';
import { leaveHomes, lockHomes } from './leave-homes.ts';
import { leaveMeetings, lockMeetings } from './leave-meetings.ts';
import { findNearBy, withoutFamily } from './near-by.ts';

/**
 * What stays: identifiers, that something was, names where they are not about the person's households
 * and meetings, and account numbers, which are the households' own.
 */
const kept = [
  'AUDIT_TRAIL',
  'PAST_MEETINGS',
  'FORMER_MEMBERSHIPS',
  'ERASURE',
  'NAMES_ELSEWHERE',
  'ACCOUNT_NUMBERS',
];
/** What stays of a person whose e-mail or number others have too, or is too short to be anybody's alone. */
const shared = 'SHARED_OR_SHORT_VALUES';

type Asked = { caller: Caller; contactUuid: string };

/**
 * Removes for good what is held of a person, also of the records that were merged into it, but for the
 * texts of others, which are gone through afterwards: returns what to look for in them. Past meetings
 * keep the slot, the trail its identifiers. Throws NOT_FOUND, also for somebody erased before.
 */
export async function erasePerson(
  tx: Tx,
  { caller, contactUuid }: Asked,
): Promise<Pick<ErasureRow, 'contactUuid' | 'removed' | 'kept'> & { search: ErasureSearch }> {
  const homes = await lockHomes(tx, contactUuid);
  const person = await lockPerson(tx, caller, contactUuid);
  const meetings = await lockMeetings(tx, person);
  const nearBy = await findNearBy(
    tx,
    person,
    homes,
    meetings.map((each) => each.meetingUuid),
  );
  const { emails, numbers, phones, distinctive, wholeNames, words, hasShared } = person.values;
  const removed = {
    contacts: person.uuids.length,
    memberships: await leaveHomes(tx, person),
    ...(await leaveMeetings(tx, person, meetings)),
    ...(await removeOwnRecords(tx, person)),
    ...(await removeCopies(tx, person)),
  };
  const own = await withoutFamily(tx, words, homes);
  await emptyContacts(tx, person, emptied);
  await recordEvent(tx, {
    eventType: 'contact.erased',
    entityType: 'CONTACT',
    entityId: person.contactUuid,
    attributes: Object.fromEntries(
      Object.entries(removed).map(([kind, count]) => [`${kind}Removed`, String(count)]),
    ),
  });
  return {
    contactUuid: person.contactUuid,
    removed,
    kept: hasShared ? [...kept, shared] : kept,
    search: {
      emails,
      numbers,
      phones,
      names: wholeNames,
      words: own,
      values: spellingsOf([...distinctive, ...wholeNames]),
      nearBy,
      own: person.uuids,
      actor: tx.actor,
    },
  };
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

/**
 * Returns values with the other spellings in which they are often written: names without accents, numbers
 * without the signs between their digits.
 */
function spellingsOf(values: readonly string[]): string[] {
  const plain = values.map((value) =>
    /\d/.test(value) && !value.includes('@') ? lettersAndDigits(value) : value,
  );
  return [...new Set([...values, ...values.map(foldText), ...plain])].filter(
    (value) => value.length > 2,
  );
}
