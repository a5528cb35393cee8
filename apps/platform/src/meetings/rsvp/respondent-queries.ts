import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { partyColumns, partyJoins } from '../meeting-columns.ts';
import type { Invitee } from './queries.ts';

/** Somebody invited, as who answers by mail is known: by every address of the own record. */
export type Respondent = Pick<
  Invitee,
  'tenantUuid' | 'meetingUuid' | 'participantUuid' | 'participantType' | 'entityUuid'
> & {
  name: string | null;
  addresses: string[];
  /** The UID of the mails to this participant. */
  uid: string;
};

/** A meeting that a mail is about. */
export type MeetingByMail = {
  tenantUuid: string;
  meetingUuid: string;
  timezone: string;
  durationMinutes: number;
  respondents: Respondent[];
};

/** Lists the meetings of a UID, a participant's own too. A platform transaction's query. */
export function listMeetingsByUid(tx: Tx, uid: string): Promise<MeetingByMail[]> {
  const uids = [...new Set([uid, uid.toLowerCase()])];
  return listMeetings(
    tx,
    tx`
      select tenant_uuid, meeting_uuid from meetings where ical_uid = any(${uids})
       union
      select tenant_uuid, meeting_uuid from meeting_participants where ical_uid = any(${uids})`,
  );
}

const mailUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Lists the meetings that some mails were about. A platform transaction's query. */
export async function listMeetingsByMails(tx: Tx, ids: readonly string[]) {
  const uuids = ids.filter((id) => mailUuid.test(id));
  if (uuids.length === 0) return [];
  return listMeetings(
    tx,
    tx`
      select tenant_uuid, (about ->> 'meetingUuid')::uuid as meeting_uuid from mails
       where mail_uuid = any(${uuids}) and kind = 'INVITATION'`,
  );
}

/** Meetings that others organise are answered there. */
function listMeetings(tx: Tx, found: Fragment) {
  return tx<MeetingByMail[]>`
    select m.tenant_uuid, m.meeting_uuid, m.timezone, m.duration_minutes, (
             select coalesce(json_agg(json_build_object(
                      'tenantUuid', p.tenant_uuid, 'meetingUuid', p.meeting_uuid,
                      'participantUuid', p.participant_uuid, 'participantType', p.participant_type,
                      'entityUuid', p.entity_uuid, 'name', n.name, 'uid', coalesce(p.ical_uid, m.ical_uid),
                      'addresses', array_remove(array[
                        p.email, s.email, s.user_email, c.primary_email, c.preferred_email, a.email,
                        k.email], null)) order by p.ordinal), '[]')
               from meeting_participants p ${partyJoins(tx)}
               left join accounts a
                 on a.tenant_uuid = p.tenant_uuid and a.user_uuid = p.entity_uuid and a.deleted_at is null
               left join calendar_connections k
                 on k.tenant_uuid = p.tenant_uuid and k.user_uuid = p.entity_uuid and k.status = 'CONNECTED'
               cross join lateral (select ${partyColumns(tx)}) n
              where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
                and p.removed_at is null) as respondents
      from meetings m join tenants t using (tenant_uuid)
     where (m.tenant_uuid, m.meeting_uuid) in (${found})
       and not m.externally_organized and t.deleted_at is null and t.is_active
     order by m.source <> 'INTERNAL', m.meeting_uuid`;
}
