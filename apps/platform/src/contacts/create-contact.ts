import { randomUUIDv7 } from 'node:crypto';
import type { Viewer } from '../auth/bound-partner.ts';
import type { Tx } from '../db.ts';
import { toEventRow } from '../events.ts';
import { judgeListValues } from '../platform-configs/check-list-values.ts';
import { checkFirmId, judgeManager } from './check-firm.ts';
import { checkIdentity } from './check-profile.ts';
import { toColumns } from './contact-columns.ts';
import { insertContact } from './queries.ts';
import { ContactInput, type ContactRow, type NewContact } from './schemas.ts';

/** Creates a contact of the tenant. A check that fails undoes the insert. */
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
    tenantUuid: tx.tenantUuid,
    contactUuid,
    contactComplianceUuid: randomUUIDv7(),
    firmEntityUuid: tx.tenantUuid,
    ...toColumns(tx, ofCreate(input)),
  };
  const event = toEventRow(tx, {
    eventType: 'contact.created',
    entityType: 'CONTACT',
    entityId: contactUuid,
    attributes: { contactType: input.contactType, contactManagerId },
  });
  const { managerIsLive, managerPartnerUuid, ownLists, ...contact } = await insertContact(
    tx,
    columns,
    event,
  );
  const manager = managerIsLive ? { partnerUuid: managerPartnerUuid } : undefined;
  judgeManager(caller, 'contactManagerId', manager);
  judgeListValues(
    [
      { field: 'contactSource', list: 'sources', value: contactSource },
      { field: 'marketSegment', list: 'segments', value: marketSegment },
    ],
    ownLists ?? {},
  );
  return contact;
}

const createFields = new Set(Object.keys(ContactInput.properties));

/** Fields of the later calls do not count in this one. */
function ofCreate(input: NewContact): NewContact {
  const stated = Object.entries(input).filter(([name]) => createFields.has(name));
  return Object.fromEntries(stated) as NewContact;
}
