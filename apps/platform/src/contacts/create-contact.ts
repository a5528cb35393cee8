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
import { findStaff, insertContact, type StaffRow } from './queries.ts';
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

/** The columns that a new contact may state, each with null: so the statement is always the same. */
const noColumns = emptyColumns(contactTable);

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
  const { managerType, captor } = await checkInput(tx, caller, { ...more, ...input });
  const row = {
    ...noColumns,
    ...captor,
    ...statedColumns(contactTable, 'create', input, tx.json),
    ...statedColumns(contactTable, 'update', more, tx.json),
    contact_manager_type: managerType,
    tenant_uuid: tx.tenantUuid,
    contact_uuid: randomUUIDv7(),
    contact_compliance_uuid: randomUUIDv7(),
    firm_entity_uuid: tx.tenantUuid,
  };
  const { captured_by_entity_uuid: by, captured_by_type: type } = captor;
  const { captured_by_partner_uuid: partner } = captor;
  // Neither waits for the other: both leave in one packet.
  const [contact] = await Promise.all([
    insertContact(tx, row),
    recordEvent(tx, {
      eventType: 'contact.created',
      entityType: 'CONTACT',
      entityId: row.contact_uuid,
      attributes: {
        contactType: input.contactType,
        contactManagerId: input.contactManagerId.toLowerCase(),
        ...(by && { capturedByEntityUuid: by }),
        ...(type && { capturedByType: type }),
        ...(partner && { capturedByPartnerUuid: partner }),
        ...(more.stageName && { stageName: more.stageName }),
      },
    }),
  ]);
  return contact;
}

/** Checks what a new contact refers to; returns the kind of firm of its manager, and who brought it. */
async function checkInput(tx: Tx, caller: Creator, input: NewContact & More) {
  const { contactManagerId, stageName, contactSource, segmentName, marketSegment } = input;
  checkFirmId(tx, input.firmId);
  checkIdentity(input.identityType, input.identityId);
  const checked = checkManager(tx, caller, 'contactManagerId', contactManagerId);
  const [manager, captor] = await Promise.all([
    checked,
    captorOf(tx, caller, input, checked),
    checkListValues(tx, [
      { field: 'stageName', list: 'stages', value: stageName },
      { field: 'contactSource', list: 'sources', value: contactSource },
      { field: 'segmentName', list: 'segments', value: segmentName },
      { field: 'marketSegment', list: 'segments', value: marketSegment },
    ]),
  ]);
  return { managerType: firmTypeOf(manager), captor: capturedBy(captor) };
}

/** Returns who brought a new contact: as stated, else the caller, who mostly is the manager. */
async function captorOf(
  tx: Tx,
  caller: Creator,
  { contactManagerId, capturedByEntityUuid: stated }: NewContact,
  manager: Promise<StaffRow>,
): Promise<StaffRow | undefined> {
  const captor = stated === undefined && !caller.isMachine ? caller.userUuid : stated;
  if (!captor) return undefined;
  if (captor === contactManagerId) return manager;
  return stated
    ? requireLiveStaff(tx, 'capturedByEntityUuid', stated)
    : findStaff(tx, caller.userUuid);
}
