import type { Tx } from '../database/transaction.ts';
import { tellPeople } from '../tell-people.ts';

/**
 * Tells in the inbox of a mail that did not arrive, once: the host of the meeting that it was about,
 * or whoever manages the contact to whom it went.
 */
export async function tellRefused(tx: Tx, mailUuid: string): Promise<void> {
  const once = `mail ${mailUuid}`;
  await tellPeople(
    tx,
    tx`select 'MAIL_REFUSED', m.host_uuid, 'MEETING', m.meeting_uuid, p.participant_uuid, ${once}::text
         from mails l
         join meeting_participants p on p.tenant_uuid = l.tenant_uuid and p.participant_uuid = l.thread_uuid
         join meetings m on m.tenant_uuid = p.tenant_uuid and m.meeting_uuid = p.meeting_uuid
        where l.mail_uuid = ${mailUuid}
       union all
       select 'MAIL_REFUSED', c.contact_manager_entity_uuid, 'CONTACT', c.contact_uuid, null::uuid, ${once}::text
         from mails l
         join contacts c on c.tenant_uuid = l.tenant_uuid and c.contact_uuid = l.person_uuid
        where l.mail_uuid = ${mailUuid} and l.thread_uuid is null`,
  );
}
