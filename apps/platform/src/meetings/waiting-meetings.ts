import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { gravity } from '../kind.ts';
import { lastMailOfParticipant } from '../mail/last-mail.ts';
import { visibleTo } from './meeting-access.ts';
import { partyColumns, partyJoins } from './meeting-columns.ts';

const [answerHours, nowHours] = [72, 24];

/** Selects what waits of meetings that the caller sees: their calendars, invitations and answers. */
export function waitingMeetings(tx: Tx, caller: Caller): readonly Fragment[] {
  const seen = visibleTo(tx, caller);
  const isNear = tx`m.starts_at <= now() + ${nowHours} * interval '1 hour'`;
  const unanswered = participants(tx, tx`p.rsvp_status = 'UNKNOWN'`, tx`m.created_at`);
  const refused = participants(
    tx,
    tx`exists (select ${tx.unsafe(lastMailOfParticipant)} where l.state = 'REFUSED')`,
    tx`min((select l.at ${tx.unsafe(lastMailOfParticipant)}))`,
  );
  const clients = participants(tx, tx`p.participant_type = 'CONTACT'`, tx`null::timestamptz`);
  return [
    tx`select 'SYNC_FAILED', m.meeting_uuid, 'MEETING', m.meeting_uuid, m.title, null::uuid,
              coalesce((select s.first_name || ' ' || s.paternal_last_name from staff_members s
                         where s.tenant_uuid = m.tenant_uuid and s.staff_uuid = m.host_uuid), m.host_name),
              coalesce(m.sync_failed_at, m.updated_at), m.starts_at, ${gravity.soon}::int,
              ${rest(tx)}
         from meetings m ${clients} where m.external_sync_status = 'FAILED' and ${seen}`,
    tx`select 'MAIL_REFUSED', ${ofPeople(tx)},
              case when ${isNear} then ${gravity.now}::int else ${gravity.later}::int end,
              ${rest(tx)}
         from meetings m ${refused}
        where m.status = 'ACTIVE' and m.ends_at > now() and w.count > 0 and ${seen}
          and m.meeting_uuid = any(array(
                select p.meeting_uuid from mails r
                  join meeting_participants p on p.tenant_uuid = r.tenant_uuid and p.participant_uuid = r.thread_uuid
                 where r.state = 'REFUSED'))`,
    tx`select 'ANSWER_MISSING', ${ofPeople(tx)},
              case when ${isNear} then ${gravity.now}::int else ${gravity.soon}::int end,
              ${rest(tx)}
         from meetings m ${unanswered}
        where m.status = 'ACTIVE' and m.starts_at > now() and w.count > 0 and ${seen}
          and m.starts_at <= now() + ${answerHours} * interval '1 hour'`,
  ];
}

/** Joins as `w` those invited to `meetings m` for whom something holds: their names, how many, since when. */
const participants = (tx: Tx, holds: Fragment, since: Fragment) => tx`
  cross join lateral (
    select (array_agg(coalesce(n.name, n.email) order by p.ordinal))[1:3] as names,
           (array_agg(p.contact_uuid order by p.ordinal))[1] as contact_uuid,
           count(*)::int as count, ${since} as since
      from meeting_participants p ${partyJoins(tx)} cross join lateral (select ${partyColumns(tx)}) n
     where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
       and p.removed_at is null and ${holds}) w`;

const ofPeople = (tx: Tx) => tx`
  m.meeting_uuid, 'MEETING', m.meeting_uuid, m.title, w.contact_uuid, w.names[1],
  coalesce(w.since, m.created_at), m.starts_at`;
const rest = (tx: Tx) => tx`
  null::uuid, m.host_uuid, jsonb_build_object('names', w.names, 'count', w.count)`;
