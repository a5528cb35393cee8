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
import type { ContactChanges, ContactRow, NewContact } from './schemas.ts';

/** Whoever creates a contact: it was brought by them, unless they are a machine or no staff. */
export type Creator = Viewer & Pick<Caller, 'userUuid' | 'isMachine'>;

/** What only a change may state of a contact by hand, and a file of one that it makes: no list of records. */
export type More = Pick<
  ContactChanges,
  | 'displayName'
  | 'status'
  | 'primaryEmail'
  | 'segmentName'
  | 'stageName'
  | 'annualIncome'
  | 'liquidNetWorth'
  | 'totalNetWorth'
  | 'countryOfBirth'
  | 'countryOfCitizenship'
>;

/**
 * Creates a contact of the tenant, from the first with more than a request that creates may state.
 * Throws VALIDATION_FAILED for references that are not there.
 */
export async function createContact(
  tx: Tx,
  caller: Creator,
  input: NewContact,
  more: More = {},
): Promise<ContactRow> {
  await checkInput(tx, caller, { ...more, ...input });
  const { capturedByEntityUuid = caller.isMachine ? null : caller.userUuid } = input;
  const contact = await insertContact(tx, {
    ...emptyColumns(contactTable),
    ...capturedBy(tx, capturedByEntityUuid),
    ...statedColumns(contactTable, 'create', input, tx.json),
    ...statedColumns(contactTable, 'update', more, tx.json),
    contact_manager_type: firmTypeOf(tx, input.contactManagerId),
    tenant_uuid: tx.tenantUuid,
    contact_uuid: randomUUIDv7(),
    contact_compliance_uuid: randomUUIDv7(),
    firm_entity_uuid: tx.tenantUuid,
  });
  await recordCreation(tx, contact);
  return contact;
}

async function checkInput(tx: Tx, caller: Creator, input: NewContact & More): Promise<void> {
  const { contactManagerId, capturedByEntityUuid } = input;
  const { stageName, contactSource, segmentName, marketSegment } = input;
  checkFirmId(tx, input.firmId);
  checkIdentity(input.identityType, input.identityId);
  await Promise.all([
    checkManager(tx, caller, 'contactManagerId', contactManagerId),
    capturedByEntityUuid && requireLiveStaff(tx, 'capturedByEntityUuid', capturedByEntityUuid),
    checkListValues(tx, [
      { field: 'stageName', list: 'stages', value: stageName },
      { field: 'contactSource', list: 'sources', value: contactSource },
      { field: 'segmentName', list: 'segments', value: segmentName },
      { field: 'marketSegment', list: 'segments', value: marketSegment },
    ]),
  ]);
}

async function recordCreation(tx: Tx, contact: ContactRow): Promise<void> {
  const { contactUuid, contactType, contactManagerEntityUuid: contactManagerId } = contact;
  const { capturedByEntityUuid, capturedByType, partnerUuid, stageName } = contact;
  await recordEvent(tx, {
    eventType: 'contact.created',
    entityType: 'CONTACT',
    entityId: contactUuid,
    attributes: {
      ...{ contactType, contactManagerId },
      ...(capturedByEntityUuid && { capturedByEntityUuid }),
      ...(capturedByType && { capturedByType }),
      ...(partnerUuid && { capturedByPartnerUuid: partnerUuid }),
      ...(stageName && { stageName }),
    },
  });
}
