import type { Tx } from '../database/transaction.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import type { ListFields } from '../lists/fields.ts';
import type { PageRequest } from '../lists/page.ts';
import type { RefusedMailRow } from './schemas.ts';

const fields: ListFields = {
  at: { column: 'm.settled_at', type: 'time' },
  to: { column: 'coalesce(m.sent_to, m.address)', type: 'text' },
  kind: { column: 'm.kind', type: 'text', notNull: true },
  reason: { column: 'm.reason', type: 'text' },
};

/**
 * Returns a page of the mails of the last 90 days that did not arrive, newest first, each with whom it
 * was for; of a mail to nobody who is on record the meeting that it was about, else null. Mails about
 * meetings that are not there for the reader are left out: others' personal events.
 */
export function listRefusedMails(tx: Tx, request: PageRequest) {
  return fetchPage<RefusedMailRow>(
    tx,
    {
      select: tx`
        record_time(m.settled_at) as at, coalesce(m.sent_to, m.address) as "to", m.kind, m.reason,
        case when c.contact_uuid is not null then 'CONTACT'
             when s.staff_uuid is not null then 'STAFF'
             when p.meeting_uuid is not null then 'MEETING' end as entity_type,
        coalesce(c.contact_uuid, s.staff_uuid, p.meeting_uuid) as entity_uuid`,
      from: tx`mails m
        left join meeting_participants p
          on p.tenant_uuid = m.tenant_uuid and p.participant_uuid = m.thread_uuid
        left join meetings e
          on e.tenant_uuid = p.tenant_uuid and e.meeting_uuid = p.meeting_uuid
        left join contacts c
          on c.tenant_uuid = m.tenant_uuid and c.contact_uuid in (m.person_uuid, p.entity_uuid)
        left join staff_members s
          on s.tenant_uuid = m.tenant_uuid and s.staff_uuid in (m.person_uuid, p.entity_uuid)`,
      where: tx`m.state = 'REFUSED' and m.settled_at > now() - interval '90 days'
                 and (p.participant_uuid is null or e.meeting_uuid is not null)`,
      fields,
      key: 'm.mail_uuid',
      defaultSort: ['at,desc'],
    },
    request,
  );
}
