import { randomUUIDv7 } from 'node:crypto';
import type { Viewer } from '../auth/bound-partner.ts';
import type { Tx } from '../db.ts';
import { recordEvent } from '../events.ts';
import { checkListValues } from '../platform-configs/check-list-values.ts';
import { checkFirmId, checkManager } from './check-firm.ts';
import { checkIdentity } from './check-profile.ts';
import { toColumns } from './contact-columns.ts';
import { insertContact } from './queries.ts';
import { ContactInput, type ContactRow, type NewContact } from './schemas.ts';

/** Creates a contact of the tenant. All statements go out at once: a failed check undoes the rest. */
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
  const steps = await Promise.allSettled([
    checkManager(tx, caller, 'contactManagerId', contactManagerId),
    checkListValues(tx, [
      { field: 'contactSource', list: 'sources', value: contactSource },
      { field: 'marketSegment', list: 'segments', value: marketSegment },
    ]),
    insertContact(tx, {
      tenantUuid: tx.tenantUuid,
      contactUuid,
      contactComplianceUuid: randomUUIDv7(),
      firmEntityUuid: tx.tenantUuid,
      ...toColumns(tx, ofCreate(input)),
    }),
    recordEvent(tx, {
      eventType: 'contact.created',
      entityType: 'CONTACT',
      entityId: contactUuid,
      attributes: { contactType: input.contactType, contactManagerId },
    }),
  ]);
  // In the order of the checks: what the database says of the insert comes last.
  const failed = steps.find((step) => step.status === 'rejected');
  if (failed) throw failed.reason;
  return (steps[2] as PromiseFulfilledResult<ContactRow>).value;
}

const createFields = new Set(Object.keys(ContactInput.properties));

/** Fields of the later calls do not count in this one. */
function ofCreate(input: NewContact): NewContact {
  const stated = Object.entries(input).filter(([name]) => createFields.has(name));
  return Object.fromEntries(stated) as NewContact;
}
