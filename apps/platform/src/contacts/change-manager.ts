import type { Between, Book } from '../book.ts';
import { changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { isAny } from '../kind.ts';
import { recordUpdates } from '../record-updates.ts';

/** Contacts are handed over by whoever manages them. */
export const contactBook: Book = {
  place: 2,
  counted: 'contacts',
  table: 'contacts',
  column: 'contact_uuid',
  isOf: (tx, staffUuid) => tx`(contact_manager_entity_uuid = ${staffUuid} and deleted_at is null)`,
  move: changeManager,
};

type Managed = { contactUuid: string; contactManagerType: string };

async function changeManager(
  tx: Tx,
  uuids: readonly string[],
  { fromUuid, to }: Between,
): Promise<void> {
  const contactManagerType = to.partnerUuid === null ? 'TENANT' : 'PARTNER';
  const before = await tx<Managed[]>`
    select contact_uuid, contact_manager_type from contacts where ${isAny(tx, 'contact_uuid', uuids)}`;
  await tx`
    update contacts
       set contact_manager_entity_uuid = ${to.staffUuid}, contact_manager_type = ${contactManagerType}
     where ${isAny(tx, 'contact_uuid', uuids)}`;
  const after = { contactManagerEntityUuid: to.staffUuid, contactManagerType };
  const changes = before.map(({ contactUuid, ...was }) => {
    const changed = changesOf({ ...was, contactManagerEntityUuid: fromUuid }, after);
    return [contactUuid, changed] as const;
  });
  const event = { eventType: 'contact.updated', entityType: 'CONTACT' } as const;
  await recordUpdates(tx, event, new Map(changes));
}
