import { createContact } from '../contacts/create-contact.ts';
import { lockContact } from '../contacts/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { createNote } from '../notes/create-note.ts';
import { createTask } from '../tasks/create-task.ts';
import { prospectOf } from './demo-contacts.ts';
import { actAs, type Scene, timezone, travelTo } from './past.ts';

/**
 * Creates a second record of one person, to be merged. Both are of the adviser who signs in; the
 * second one has a note and a task.
 */
export async function createDemoDuplicate(tx: Tx, { now, advisers }: Scene): Promise<void> {
  const [adviser] = advisers;
  if (!adviser) return;
  const [found] = await tx<{ contactUuid: string }[]>`
    select contact_uuid from contacts
     where contact_manager_entity_uuid = ${adviser.userUuid} and deleted_at is null
       and stage_name in ('CONTACTED', 'QUALIFIED') and cardinality(household_uuids) = 0
     order by created_at, contact_uuid limit 1`;
  const first = found && (await lockContact(tx, tx`true`, found.contactUuid));
  if (!first) return;
  actAs(tx, adviser);
  await travelTo(tx, now.subtract({ hours: 30 }));
  const { firstName, paternalLastName, preferredEmail, preferredPhoneNumber } = first;
  const { contactUuid: entityUuid } = await createContact(tx, adviser, {
    ...prospectOf(adviser),
    firstName,
    paternalLastName,
    preferredEmail,
    preferredPhoneNumber,
    contactMeans: 'PHONE',
    preferredContactLanguage: 'SPANISH',
    contactSource: 'WEBSITE',
  });
  const about = { entityType: 'CONTACT', entityUuid } as const;
  await createNote(tx, adviser, { ...about, kind: 'CALL', text: 'Llamó desde la página web.' });
  const dueDate = now.toZonedDateTimeISO(timezone).toPlainDate().add({ days: 1 }).toString();
  await createTask(tx, adviser, { ...about, title: 'Devolver la llamada', dueDate });
}
