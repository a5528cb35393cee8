import { randomUUIDv7 } from 'node:crypto';
import { boundPartner, type Viewer } from '../auth/bound-partner.ts';
import type { Tx } from '../database/transaction.ts';
import { toEventRow } from '../events.ts';
import { refuseUnlisted } from '../platform-configs/check-list-values.ts';
import { checkFirmId } from './check-firm.ts';
import { checkIdentity } from './check-profile.ts';
import { toPreferredPhone } from './contact-columns.ts';
import { insertContact } from './queries.ts';
import { Contact, type ContactRow, type NewContact } from './schemas.ts';

/** Creates a contact of the tenant, in one statement that refuses what cannot stand. */
export async function createContact(
  tx: Tx,
  caller: Viewer,
  input: NewContact,
): Promise<ContactRow> {
  const { firmId, contactManagerId, identityType, identityId, contactSource, marketSegment } =
    input;
  checkFirmId(tx, firmId);
  checkIdentity(identityType, identityId);
  const contact = toRow(tx, input);
  const event = toEventRow(tx, {
    eventType: 'contact.created',
    entityType: 'CONTACT',
    entityId: contact.contactUuid,
    attributes: { contactType: input.contactType, contactManagerId },
  });
  const createdAt = await insertContact(tx, contact, event, {
    partner: boundPartner(caller),
    refusals: refuseUnlisted(tx, [
      { field: 'contactSource', list: 'sources', value: contactSource },
      { field: 'marketSegment', list: 'segments', value: marketSegment },
    ]),
  });
  return {
    ...unset,
    ...contact,
    tenantUuid: tx.tenantUuid,
    firmId: tx.tenantUuid,
    contactManagerId: contact.contactManagerEntityUuid,
    contactManagerFirmType: 'TENANT',
    createdAt,
    updatedAt: createdAt,
  } as unknown as ContactRow;
}

/** A contact of which nothing is known yet. */
const unset = {
  ...Object.fromEntries(Object.keys(Contact.properties).map((name) => [name, null])),
  addresses: [],
  householdUuids: [],
};

export type NewContactRow = ReturnType<typeof toRow>;

/** What a new contact's row says; all other columns are empty or filled by the database. */
function toRow(tx: Tx, input: NewContact) {
  return {
    contactUuid: randomUUIDv7(),
    contactComplianceUuid: randomUUIDv7(),
    firmEntityUuid: tx.tenantUuid,
    firmType: input.firmType,
    contactManagerEntityUuid: input.contactManagerId.toLowerCase(),
    contactManagerType: input.contactManagerFirmType,
    firstName: input.firstName,
    middleName: input.middleName ?? null,
    paternalLastName: input.paternalLastName,
    maternalLastName: input.maternalLastName ?? null,
    contactType: input.contactType,
    contactMeans: input.contactMeans,
    preferredContactLanguage: input.preferredContactLanguage,
    status: input.status,
    preferredEmail: input.preferredEmail ?? null,
    preferredPhoneNumber: input.preferredPhoneNumber
      ? toPreferredPhone(input.preferredPhoneNumber)
      : null,
    dateOfBirth: input.dateOfBirth ?? null,
    gender: input.gender ?? null,
    maritalStatus: input.maritalStatus ?? null,
    identityType: input.identityType ?? null,
    identityId: input.identityId ?? null,
    identityCountry: input.identityCountry ?? null,
    contactSource: input.contactSource ?? null,
    contactPreference: input.contactPreference ?? null,
    marketSegment: input.marketSegment ?? null,
  };
}
