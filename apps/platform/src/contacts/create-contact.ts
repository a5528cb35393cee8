import { randomUUIDv7 } from 'node:crypto';
import { boundPartner, type Viewer } from '../auth/bound-partner.ts';
import type { Tx } from '../db.ts';
import { toEventRow } from '../events.ts';
import { refuseUnlisted } from '../platform-configs/check-list-values.ts';
import { checkFirmId } from './check-firm.ts';
import { checkIdentity } from './check-profile.ts';
import { toColumns, toPlainColumns } from './contact-columns.ts';
import { insertContact } from './queries.ts';
import { Contact, ContactInput, type ContactRow, type NewContact } from './schemas.ts';

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
  const contactUuid = randomUUIDv7();
  const columns = {
    contactUuid,
    contactComplianceUuid: randomUUIDv7(),
    firmEntityUuid: tx.tenantUuid,
    ...toPlainColumns(ofCreate(input)),
    contactManagerEntityUuid: contactManagerId.toLowerCase(),
  };
  const event = toEventRow(tx, {
    eventType: 'contact.created',
    entityType: 'CONTACT',
    entityId: contactUuid,
    attributes: { contactType: input.contactType, contactManagerId },
  });
  const values = { tenantUuid: tx.entered as never, ...toColumns(tx, columns) };
  const createdAt = await insertContact(tx, values, event, {
    partner: boundPartner(caller),
    refusals: refuseUnlisted(tx, [
      { field: 'contactSource', list: 'sources', value: contactSource },
      { field: 'marketSegment', list: 'segments', value: marketSegment },
    ]),
  });
  return {
    ...unset,
    ...columns,
    tenantUuid: tx.tenantUuid,
    firmId: tx.tenantUuid,
    contactManagerId: columns.contactManagerEntityUuid,
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

const createFields = new Set(Object.keys(ContactInput.properties));

/** Fields of the later calls do not count in this one. */
function ofCreate(input: NewContact): NewContact {
  const stated = Object.entries(input).filter(([name]) => createFields.has(name));
  return Object.fromEntries(stated) as NewContact;
}
