import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type { Kind, NewsEvent, NewsKind } from '../kind.ts';

/** Says whose inboxes tell of what happens to meetings. */
export const meetingNews: Kind['news'] = {
  // Answers that came along with the meeting itself are no news.
  'meeting.rsvp': (tx, event) => {
    const { rsvpStatus, hasNote, proposedCount, participantUuid = null } = event.attributes;
    const hasAnswer = rsvpStatus !== undefined && rsvpStatus !== 'UNKNOWN';
    if (!hasAnswer && !hasNote && !proposedCount) return [];
    // Words beside an answer that stands are told with it: an inbox has one item of each participant.
    return [
      tx`select case when p.rsvp_status = 'UNKNOWN' then 'MEETING_ANSWERED' else 'MEETING_' || p.rsvp_status end,
                w.person, 'MEETING', m.meeting_uuid, p.participant_uuid, null::text
           from ${hosted(tx, event)}
           join meeting_participants p
             on p.tenant_uuid = m.tenant_uuid and p.participant_uuid = ${participantUuid}
          where p.entity_uuid is distinct from w.person and m.created_at < change_time()`,
    ];
  },
  'meeting.answer_unmatched': (tx, event) => [
    tx`select 'ANSWER_UNMATCHED', w.person, 'MEETING', m.meeting_uuid,
              ${event.attributes.answerUuid ?? null}::uuid, null::text
         from ${hosted(tx, event)}`,
  ],
  'meeting.canceled': (tx, event) => [everybody(tx, event, 'MEETING_CANCELED')],
  'meeting.updated': (tx, event) => {
    const { tenantUuid, attributes, changed } = event;
    const given = changed('hostUuid');
    return [
      ...(attributes.moved === 'true' ? [everybody(tx, event, 'MEETING_MOVED')] : []),
      ...(given.length > 0
        ? [
            tx`select 'RECORD_HANDED_OVER', m.host_uuid, 'MEETING', m.meeting_uuid, null::uuid, null::text
                 from meetings m
                where m.tenant_uuid = ${tenantUuid} and m.meeting_uuid = any(${[...given]}::uuid[])`,
          ]
        : []),
    ];
  },
};

/** The meetings of an event, each with its host and with who made it. */
const hosted = (tx: Tx, { tenantUuid, entityIds }: NewsEvent): Fragment => tx`
  (select * from meetings
    where tenant_uuid = ${tenantUuid} and meeting_uuid = any(${[...entityIds]}::uuid[])) m
  cross join lateral (values (m.host_uuid), (m.created_by_uuid)) w (person)`;

/** Selects news for all who have the meeting: host, who made it, and who is invited. */
const everybody = (tx: Tx, event: NewsEvent, kind: NewsKind): Fragment => tx`
  select ${kind}::text, w.person, 'MEETING', m.meeting_uuid, null::uuid, null::text
    from ${hosted(tx, event)}
  union all
  select ${kind}::text, p.entity_uuid, 'MEETING', p.meeting_uuid, null::uuid, null::text
    from meeting_participants p
   where p.tenant_uuid = ${event.tenantUuid} and p.meeting_uuid = any(${[...event.entityIds]}::uuid[])
     and p.removed_at is null`;
