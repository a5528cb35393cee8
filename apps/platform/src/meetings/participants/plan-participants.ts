import type { Caller } from '@atrium/kit/auth/caller.ts';
import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import { visibleTo } from '../../contacts/contact-access.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Guest, MeetingChanges, ParticipantRow } from '../schemas.ts';
import { keptPhone, phoneFaults } from './guest-phone.ts';
import {
  listAddresses,
  listInvitableContacts,
  listInvitableStaff,
  newParty,
  type Party,
} from './queries.ts';

/** The people to be invited, by kind; a kind that is absent stays as it is. */
export type PartySets = { contacts?: Party[]; staff?: Party[]; guests?: Party[] };

type Stated = Pick<MeetingChanges, 'contactIds' | 'staffIds' | 'externalAttendees'>;

/**
 * Checks who is to be invited; whoever is named twice is invited once, and a guest with the address
 * of an invited contact or staff member is that person. Contacts must be live and visible to the
 * caller, staff live, guests' phones of their country; those `present` may stay in any
 * case. Throws VALIDATION_FAILED naming `contactIds[i]`, `staffIds[i]` or `externalAttendees[i]`.
 */
export async function planParticipants(
  tx: Tx,
  caller: Caller,
  stated: Stated,
  present: readonly ParticipantRow[] = [],
): Promise<PartySets> {
  const contactIds = stated.contactIds?.map(lower) ?? [];
  const staffIds = stated.staffIds?.map(lower) ?? [];
  const guests = stated.externalAttendees ?? [];
  const [contacts, staff] = await Promise.all([
    listInvitableContacts(tx, visibleTo(tx, caller), contactIds),
    listInvitableStaff(tx, staffIds),
  ]);
  const typeOf = new Map<string, Party['participantType']>([
    ...present.map((each) => [each.participantEntityUuid ?? '', each.participantType] as const),
    ...staff.map((each) => [each.staffUuid, each.participantType] as const),
    ...contacts.map((contactUuid) => [contactUuid, 'CONTACT'] as const),
  ]);
  const isContact = (uuid: string) => typeOf.get(uuid) === 'CONTACT';
  const faults = [
    ...contactIds.flatMap((uuid, at) => (isContact(uuid) ? [] : unknown(`contactIds[${at}]`))),
    ...staffIds.flatMap((uuid, at) =>
      typeOf.has(uuid) && !isContact(uuid) ? [] : unknown(`staffIds[${at}]`),
    ),
    ...guests.flatMap((guest, at) => phoneFaults(guest, `externalAttendees[${at}]`)),
  ];
  if (faults.length > 0) throw invalid(...faults);

  const staffParty = (staffUuid: string) =>
    newParty(typeOf.get(staffUuid) ?? 'TENANT_STAFF', { staffUuid });
  const contactParty = (contactUuid: string) => newParty('CONTACT', { contactUuid });
  return {
    ...(stated.contactIds !== undefined && {
      contacts: [...new Set(contactIds)].map(contactParty),
    }),
    ...(stated.staffIds !== undefined && { staff: [...new Set(staffIds)].map(staffParty) }),
    ...(await guestsOf(tx, stated, present)),
  };
}

/**
 * Returns the guests who are nobody of those invited by their record. Guests who stay as they are, because
 * the request does not state any, are named only if one of them is to go for that reason.
 */
async function guestsOf(
  tx: Tx,
  { contactIds, staffIds, externalAttendees }: Stated,
  present: readonly ParticipantRow[],
): Promise<Pick<PartySets, 'guests'>> {
  const guests = externalAttendees
    ? guestParties(externalAttendees)
    : present.filter(({ participantType }) => participantType === 'EXTERNAL').map(presentGuest);
  if (guests.length === 0) return externalAttendees ? { guests } : {};
  const staying = (isKind: (type: Party['participantType']) => boolean) =>
    present
      .filter(({ participantType }) => isKind(participantType))
      .flatMap(({ participantEntityUuid }) => participantEntityUuid ?? []);
  const invited = [
    ...(contactIds ?? staying((type) => type === 'CONTACT')),
    ...(staffIds ?? staying((type) => type !== 'CONTACT' && type !== 'EXTERNAL')),
  ];
  const addresses = new Set(await listAddresses(tx, invited.map(lower)));
  const others = guests.filter(({ email }) => !addresses.has(plainEmail(email ?? '')));
  return externalAttendees || others.length < guests.length ? { guests: others } : {};
}

const presentGuest = ({ email, name, language, countryCode, phone }: ParticipantRow) =>
  newParty('EXTERNAL', { email, name, language, countryCode, phone });

/** Returns guests by their e-mail, in whatever spelling; of two with the same the first counts. */
function guestParties(guests: readonly Guest[]): Party[] {
  const byEmail = new Map<string, Party>();
  for (const { email, name = null, language = null, countryCode = null, phone = null } of guests) {
    if (byEmail.has(plainEmail(email))) continue;
    const kept = phone && keptPhone(phone);
    const guest = newParty('EXTERNAL', { email, name, language, countryCode, phone: kept });
    byEmail.set(plainEmail(email), guest);
  }
  return [...byEmail.values()];
}

const lower = (text: string) => text.toLowerCase();
const unknown = (field: string): FieldError[] => [
  fieldError(field, 'UNKNOWN', 'does not exist in this tenant'),
];
