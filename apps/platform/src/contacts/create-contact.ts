import { randomUUIDv7 } from 'node:crypto';
import { boundPartner, type Viewer } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { emptyColumns, statedColumns } from '@atrium/kit/record-fields.ts';
import type { Columns, Query } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { toEventRow } from '../events.ts';
import { refuseUnlisted } from '../platform-configs/check-list-values.ts';
import { checkFirmId } from './check-firm.ts';
import { checkIdentity } from './check-profile.ts';
import { contactTable } from './fields.ts';
import { capturedBy, firmTypeOf } from './firm-of-staff.ts';
import { insertContact } from './queries.ts';
import type { ContactRow, NewContact } from './schemas.ts';

/** Whoever creates a contact: it was brought by them, unless they are a machine or no staff. */
export type Creator = Viewer & Pick<Caller, 'userUuid' | 'isMachine'>;

/**
 * Returns the one statement that creates a contact of the tenant and refuses invalid references.
 */
export function createContact(tx: Tx, caller: Creator, input: NewContact): Query<[ContactRow]> {
  const { firmId, contactManagerId, identityType, identityId, contactSource, marketSegment } =
    input;
  checkFirmId(tx, firmId);
  checkIdentity(identityType, identityId);
  const { capturedByEntityUuid: captor = caller.isMachine ? null : caller.userUuid } = input;
  const contactUuid = randomUUIDv7();
  const event = toEventRow(tx, {
    eventType: 'contact.created',
    entityType: 'CONTACT',
    entityId: contactUuid,
    attributes: { contactType: input.contactType, contactManagerId },
  });
  const row: Columns = {
    ...emptyColumns(contactTable),
    ...capturedBy(tx, captor),
    ...statedColumns(contactTable, 'create', input, tx.json),
    contact_manager_type: tx`coalesce(${firmTypeOf(tx, contactManagerId)}, 'TENANT')`,
    tenant_uuid: tx.tenantUuid,
    contact_uuid: contactUuid,
    contact_compliance_uuid: randomUUIDv7(),
    firm_entity_uuid: tx.tenantUuid,
  };
  return insertContact(tx, row, event, {
    partner: boundPartner(caller),
    refusals: refuseUnlisted(tx, [
      { field: 'contactSource', list: 'sources', value: contactSource },
      { field: 'marketSegment', list: 'segments', value: marketSegment },
    ]),
  });
}
