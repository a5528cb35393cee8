import type { Viewer } from '@atrium/kit/auth/bound-partner.ts';
import type { Columns } from '@atrium/kit/sql.ts';
import { seenHouseholdsOf } from '../auth/visible-households.ts';
import { changedFields, changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { anyVersion } from '../http/if-match.ts';
import { columnOf, type RecordField, statedColumns } from '../lists/record-fields.ts';
import { checkListValues } from '../platform-configs/check-list-values.ts';
import { orNotFound } from '../problems.ts';
import { checkFirm, checkFirmId, checkManager, requireLiveStaff } from './check-firm.ts';
import { checkIdentity, checkProfile } from './check-profile.ts';
import { findManagedContact } from './contact-access.ts';
import { contactTable } from './fields.ts';
import { capturedBy, firmTypeOf } from './firm-of-staff.ts';
import { updateLogin } from './login/update-login.ts';
import { findContact, findStaff, type StaffRow, updateContactRow } from './queries.ts';
import { saveAddresses } from './save-addresses.ts';
import type { ContactChanges, ContactRow } from './schemas.ts';

/**
 * Changes what is stated of a contact: absent stays, null clears. What changes nothing is not
 * recorded. A contact that signs in takes the login along. Fails with EMAIL_TAKEN,
 * LOGIN_NEEDS_EMAIL or PRECONDITION_FAILED.
 */
export async function updateContact(
  tx: Tx,
  caller: Viewer,
  contactUuid: string,
  stated: ContactChanges,
  requireMatch = anyVersion,
): Promise<ContactRow> {
  const before = await findManagedContact(tx, caller, contactUuid);
  requireMatch(before.version);
  const input = withFirmOfTenant(tx, stated);
  const staff = await checkChanges(tx, caller, before, input);

  const { addresses } = input;
  const isMoved = addresses !== undefined && (await saveAddresses(tx, contactUuid, addresses));
  const changed = await updateContactRow(tx, contactUuid, columnsOf(tx, before, input, staff));
  const isChange = isMoved || changed;
  if (isChange) await updateLogin(tx, before, input);
  const seen = seenHouseholdsOf(tx, caller);
  const contact = await orNotFound(findContact(tx, tx`true`, contactUuid, seen), 'contact');
  if (isChange) await recordUpdate(tx, before, contact, input);
  return contact;
}

async function recordUpdate(
  tx: Tx,
  before: ContactRow,
  contact: ContactRow,
  input: ContactChanges,
): Promise<void> {
  const changes = changesOf(before, contact, namesOfColumns(input));
  await recordEvent(tx, {
    eventType: 'contact.updated',
    entityType: 'CONTACT',
    entityId: contact.contactUuid,
    attributes: {
      fieldCount: String(Object.keys(statedColumns(contactTable, 'update', input, tx.json)).length),
      addressCount: String(input.addresses?.length ?? 0),
      ...changedFields(changes.map(({ field }) => field)),
      ...moved('contactType', before, contact),
      ...moved('stageName', before, contact),
    },
    changes,
  });
}

/** Returns for a field that changed, as attributes of the event, its value and the one before, where there are. */
function moved(
  field: 'contactType' | 'stageName',
  { [field]: from }: ContactRow,
  { [field]: to }: ContactRow,
): Record<string, string> {
  if (from === to) return {};
  const fromField = `from${field[0]?.toUpperCase()}${field.slice(1)}`;
  return { ...(to !== null && { [field]: to }), ...(from !== null && { [fromField]: from }) };
}

/** Returns the fields that can change, of two names for one column the one that is stated. */
function namesOfColumns(input: ContactChanges): (keyof ContactChanges & keyof ContactRow)[] {
  const names = new Map<string, string>();
  for (const [name, field] of Object.entries<RecordField>(contactTable)) {
    const column = columnOf(name, field);
    const isStated = input[name as keyof ContactChanges] !== undefined;
    const named = input[names.get(column) as keyof ContactChanges];
    if (field.update && (isStated || named === undefined)) names.set(column, name);
  }
  return [...names.values()] as never;
}

/**
 * Returns the columns of a change: the type follows a stated manager, and type and partner follow
 * whoever is newly stated to have captured the contact; a type that is stated for the latter stays.
 */
function columnsOf(
  tx: Tx,
  before: ContactRow,
  input: ContactChanges,
  { manager, captor }: StatedStaff,
): Columns {
  return {
    ...(isNewCaptor(before, input) && capturedBy(captor)),
    ...statedColumns(contactTable, 'update', input, tx.json),
    ...(manager && { contact_manager_type: firmTypeOf(manager) }),
  };
}

/** Holds the staff whom a change names: its manager, and who is newly stated to have captured the contact. */
type StatedStaff = { manager: StaffRow | undefined; captor: StaffRow | undefined };

const isNewCaptor = (before: ContactRow, { capturedByEntityUuid: captor }: ContactChanges) =>
  captor !== undefined && (captor?.toLowerCase() ?? null) !== before.capturedByEntityUuid;

/** Makes the tenant itself the firm of a contact whose change to the tenant names none. */
function withFirmOfTenant(tx: Tx, stated: ContactChanges): ContactChanges {
  return stated.firmType === 'TENANT' ? { firmEntityUuid: tx.tenantUuid, ...stated } : stated;
}

async function checkChanges(
  tx: Tx,
  caller: Viewer,
  before: ContactRow,
  input: ContactChanges,
): Promise<StatedStaff> {
  const { identityType = before.identityType, identityId = before.identityId } = input;
  const { firmType = before.firmType, firmEntityUuid = before.firmEntityUuid } = input;
  const managerField =
    input.contactManagerEntityUuid === undefined ? 'contactManagerId' : 'contactManagerEntityUuid';
  const managerUuid = input[managerField];
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
  const isSame = managerUuid?.toLowerCase() === before.contactManagerEntityUuid;
  const manager =
    managerUuid === undefined
      ? undefined
      : await (isSame
          ? findStaff(tx, managerUuid)
          : checkManager(tx, caller, managerField, managerUuid));
  const captor =
    input.capturedByEntityUuid && isNewCaptor(before, input)
      ? await requireLiveStaff(tx, 'capturedByEntityUuid', input.capturedByEntityUuid)
      : undefined;
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
  return { manager, captor };
}
