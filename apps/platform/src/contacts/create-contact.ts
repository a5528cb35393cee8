import { randomUUIDv7 } from 'node:crypto';
import type { Viewer } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { emptyColumns, statedColumns } from '../lists/record-fields.ts';
import { checkListValues } from '../platform-configs/check-list-values.ts';
import { checkFirmId, checkManager, requireLiveStaff } from './check-firm.ts';
import { checkIdentity } from './check-profile.ts';
import { contactTable } from './fields.ts';
import { capturedBy, firmTypeOf } from './firm-of-staff.ts';
import { insertContact } from './queries.ts';
import type { ContactRow, NewContact } from './schemas.ts';

/** Whoever creates a contact: it was brought by them, unless they are a machine or no staff. */
export type Creator = Viewer & Pick<Caller, 'userUuid' | 'isMachine'>;

/** Creates a contact of the tenant. Throws VALIDATION_FAILED for references that are not there. */
export async function createContact(
  tx: Tx,
  caller: Creator,
  input: NewContact,
): Promise<ContactRow> {
  await checkInput(tx, caller, input);
  const { capturedByEntityUuid = caller.isMachine ? null : caller.userUuid } = input;
  const contact = await insertContact(tx, {
    ...emptyColumns(contactTable),
    ...capturedBy(tx, capturedByEntityUuid),
    ...statedColumns(contactTable, 'create', input, tx.json),
    contact_manager_type: firmTypeOf(tx, input.contactManagerId),
    tenant_uuid: tx.tenantUuid,
    contact_uuid: randomUUIDv7(),
    contact_compliance_uuid: randomUUIDv7(),
    firm_entity_uuid: tx.tenantUuid,
  });
  await recordCreation(tx, contact);
  return contact;
}

async function checkInput(tx: Tx, caller: Creator, input: NewContact): Promise<void> {
  const { contactManagerId, capturedByEntityUuid, contactSource, marketSegment } = input;
  checkFirmId(tx, input.firmId);
  checkIdentity(input.identityType, input.identityId);
  await Promise.all([
    checkManager(tx, caller, 'contactManagerId', contactManagerId),
    capturedByEntityUuid && requireLiveStaff(tx, 'capturedByEntityUuid', capturedByEntityUuid),
    checkListValues(tx, [
      { field: 'contactSource', list: 'sources', value: contactSource },
      { field: 'marketSegment', list: 'segments', value: marketSegment },
    ]),
  ]);
}

async function recordCreation(tx: Tx, contact: ContactRow): Promise<void> {
  const { contactUuid, contactType, contactManagerEntityUuid: contactManagerId } = contact;
  const { capturedByEntityUuid, capturedByType, partnerUuid } = contact;
  await recordEvent(tx, {
    eventType: 'contact.created',
    entityType: 'CONTACT',
    entityId: contactUuid,
    attributes: {
      ...{ contactType, contactManagerId },
      ...(capturedByEntityUuid && { capturedByEntityUuid }),
      ...(capturedByType && { capturedByType }),
      ...(partnerUuid && { capturedByPartnerUuid: partnerUuid }),
    },
  });
}
