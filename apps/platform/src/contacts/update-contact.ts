import type { Caller } from '@atrium/kit/auth/caller.ts';
import { statedColumns } from '@atrium/kit/record-fields.ts';
import { seenHouseholdsOf } from '../auth/visible-households.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { checkListValues } from '../platform-configs/check-list-values.ts';
import { notFound } from '../problems.ts';
import { checkFirm, checkFirmId, checkManager } from './check-firm.ts';
import { checkIdentity, checkProfile } from './check-profile.ts';
import { findManagedContact } from './contact-access.ts';
import { contactTable } from './fields.ts';
import { updateLogin } from './login/update-login.ts';
import { findContact, updateContactRow } from './queries.ts';
import { saveAddresses } from './save-addresses.ts';
import type { ContactChanges, ContactRow } from './schemas.ts';

/**
 * Changes what is stated of a contact: absent stays, null clears. A contact that signs in takes
 * the login along. Fails with EMAIL_TAKEN or LOGIN_NEEDS_EMAIL.
 */
export async function updateContact(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
  stated: ContactChanges,
): Promise<ContactRow> {
  const before = await findManagedContact(tx, caller, contactUuid);
  const input = withFirmOfTenant(tx, stated);
  await checkChanges(tx, caller, before, input);

  const changes = statedColumns(contactTable, 'update', input, tx.json);
  const { addresses } = input;
  const fieldCount = Object.keys(changes).length;
  if (fieldCount > 0 || addresses !== undefined) {
    if (addresses !== undefined) await saveAddresses(tx, contactUuid, addresses);
    await updateContactRow(tx, contactUuid, changes);
    await updateLogin(tx, before, input);
    await recordEvent(tx, {
      eventType: 'contact.updated',
      entityType: 'CONTACT',
      entityId: contactUuid,
      attributes: {
        fieldCount: String(fieldCount),
        addressCount: String(addresses?.length ?? 0),
      },
    });
  }
  const contact = await findContact(tx, tx`true`, contactUuid, seenHouseholdsOf(tx, caller));
  if (!contact) throw notFound('contact');
  return contact;
}

/** Makes the tenant itself the firm of a contact whose change to the tenant names none. */
function withFirmOfTenant(tx: Tx, stated: ContactChanges): ContactChanges {
  return stated.firmType === 'TENANT' ? { firmEntityUuid: tx.tenantUuid, ...stated } : stated;
}

async function checkChanges(
  tx: Tx,
  caller: Caller,
  before: ContactRow,
  input: ContactChanges,
): Promise<void> {
  const { identityType = before.identityType, identityId = before.identityId } = input;
  const { firmType = before.firmType, firmEntityUuid = before.firmEntityUuid } = input;
  const managerField =
    input.contactManagerEntityUuid === undefined ? 'contactManagerId' : 'contactManagerEntityUuid';
  const manager = input[managerField];
  const { stageName, contactSource, segmentName, marketSegment } = input;

  checkProfile(input);
  checkFirmId(tx, input.firmId);
  if (input.identityType !== undefined || input.identityId !== undefined) {
    checkIdentity(identityType, identityId);
  }
  const firmChanges = firmType !== before.firmType || firmEntityUuid !== before.firmEntityUuid;
  if (input.firmEntityUuid !== undefined && firmChanges) {
    await checkFirm(tx, firmType, firmEntityUuid);
  }
  if (manager !== undefined && manager.toLowerCase() !== before.contactManagerEntityUuid) {
    await checkManager(tx, caller, managerField, manager);
  }
  await checkListValues(tx, [
    { field: 'stageName', list: 'stages', value: stageName, before: before.stageName },
    { field: 'contactSource', list: 'sources', value: contactSource, before: before.contactSource },
    { field: 'segmentName', list: 'segments', value: segmentName, before: before.segmentName },
    {
      field: 'marketSegment',
      list: 'segments',
      value: marketSegment,
      before: before.marketSegment,
    },
  ]);
}
