import type { Caller } from '@atrium/kit/auth/caller.ts';
import { createContact } from '../contacts/create-contact.ts';
import { lockContact } from '../contacts/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { createNote } from '../notes/create-note.ts';
import { createTask } from '../tasks/create-task.ts';
import { travelTo } from './past.ts';

type Scene = { now: Temporal.Instant; advisers: readonly Caller[] };

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
  Object.assign(tx, { actor: { actorType: 'TENANT_STAFF', actorId: adviser.userUuid } });
  await travelTo(tx, now.subtract({ hours: 30 }));
  const { firstName, paternalLastName, preferredEmail, preferredPhoneNumber } = first;
  const [{ contactUuid: entityUuid }] = await createContact(tx, adviser, {
    firstName,
    paternalLastName,
    preferredEmail,
    preferredPhoneNumber,
    contactType: 'PROSPECT',
    contactMeans: 'PHONE',
    preferredContactLanguage: 'SPANISH',
    firmId: tx.tenantUuid,
    firmType: 'TENANT',
    contactManagerId: adviser.userUuid,
    contactManagerFirmType: 'TENANT',
    status: 'ACTIVE',
    contactSource: 'WEBSITE',
  });
  const about = { entityType: 'CONTACT', entityUuid } as const;
  await createNote(tx, adviser, { ...about, kind: 'CALL', text: 'Llamó desde la página web.' });
  const today = now.toZonedDateTimeISO('America/Santiago').toPlainDate();
  const dueDate = today.add({ days: 1 }).toString();
  await createTask(tx, adviser, { ...about, title: 'Devolver la llamada', dueDate });
}
