import { roles } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { partnerOfStaff } from '../auth/partner-of-staff.ts';
import type { Tx } from '../database/transaction.ts';
import { type EntriesAsked, isAny, type Kind, type NearBy, nameIn, type Subject } from '../kind.ts';
import { readerOf } from '../records/record-access.ts';
import { changeHost } from './change-host.ts';
import type { MeetingServices } from './export-change.ts';
import { isSeen, visibleTo } from './meeting-access.ts';
import { readValues } from './meeting-columns.ts';
import { meetingNews } from './news.ts';
import { moveParticipations } from './participants/move-participations.ts';
import { listPersonal } from './personal-events.ts';
import { waitingMeetings } from './waiting-meetings.ts';

const near = (tx: Tx, { meetings }: NearBy) => isAny(tx, 'meeting_uuid', meetings);

const subject: Subject = {
  column: 'meeting_uuid',
  field: 'meetingUuid',
  table: 'meetings',
  alias: 'm',
  sees: visibleTo,
  abouts: ['meeting_uuid'],
};

/**
 * Selects when the meetings to which a record is invited were moved since; a meeting's own events tell of that
 * anyway.
 */
const movesOf = (tx: Tx, { caller, isAfter, limit }: Omit<EntriesAsked, 'abouts'>) => {
  const isInvited = tx`p.removed_at is null and p.entity_uuid = any(array(
    select r.entity_uuid from r where r.entity_type <> 'MEETING'))`;
  return tx`
  select * from (
    select v.tenant_uuid, v.occurred_at as at, v.event_uuid as key, 'EVENT', v.event_type, v.actor_type,
           v.actor_id, v.entity_type, v.entity_id, null, null, v.attributes ->> 'changedFields'
      from meetings m
     cross join lateral (
       select v.* from events v
        where v.tenant_uuid = m.tenant_uuid and v.entity_id = m.meeting_uuid
          and v.event_type = 'meeting.updated' and v.attributes ->> 'moved' = 'true'
          and ${isAfter(tx`v.occurred_at`, tx`v.event_uuid`)}
        order by v.occurred_at desc, v.event_uuid desc limit ${limit}) v
     where m.meeting_uuid = any(array(select p.meeting_uuid from meeting_participants p where ${isInvited}))
       and exists (
         select from meeting_participants p
          where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
            and p.created_at < v.occurred_at and ${isInvited})
       and ${isSeen(tx, caller)}
     order by v.occurred_at desc, v.event_uuid desc limit ${limit}) moves`;
};

/** Returns the kind of meetings, with their participants and mails. */
export const meetingKind = (services: MeetingServices): Kind => ({
  entityType: 'MEETING',
  tables: [
    'meetings',
    'meeting_participants',
    'meeting_hidden',
    'public_answers',
    'unmatched_answers',
  ],
  name: (tx, uuid) => nameIn(tx, 'meetings', 'meeting_uuid', uuid, tx`r.title`),
  partner: (tx, { tenantUuid, uuid }) =>
    partnerOfStaff(
      tx,
      tenantUuid,
      tx`(select m.host_uuid from meetings m
           where m.tenant_uuid = ${tenantUuid} and m.meeting_uuid = ${uuid})`,
    ),
  subject,
  told: { ...subject, roles, area: 'meetings', mayRead: isSeen },
  news: meetingNews,
  untold: listPersonal,
  waits: waitingMeetings,
  history: { requireReader: readerOf('MEETING', subject), values: readValues },
  // The record itself, or those that it is invited to. Of arrays, since a join would be planned by
  // statistics that a grown table may not have yet.
  entries: (tx, { caller, isAfter, limit }) => [
    tx`
  select * from (
    select m.tenant_uuid, m.created_at as at, m.meeting_uuid as key, 'MEETING', null, null,
           m.created_by_uuid, 'MEETING', m.meeting_uuid, m.title, null, null
      from meetings m
     where m.meeting_uuid = any(array(
             select r.entity_uuid from r where r.entity_type = 'MEETING'
             union all
             select p.meeting_uuid from meeting_participants p
              where p.entity_uuid = any(array(select r.entity_uuid from r)) and p.removed_at is null))
       and ${isSeen(tx, caller)} and ${isAfter(tx`m.created_at`, tx`m.meeting_uuid`)}
     order by m.created_at desc, m.meeting_uuid desc limit ${limit}) meetings`,
    movesOf(tx, { caller, isAfter, limit }),
  ],
  texts: [
    {
      table: 'meetings',
      key: ['meeting_uuid'],
      texts: [
        'title',
        'description',
        'internal_notes',
        'meeting_information',
        'meeting_link',
        'meeting_password',
        'location_detail',
        'organizer_name',
        'organizer_email',
      ],
      near,
    },
    {
      table: 'meeting_participants',
      key: ['participant_uuid'],
      texts: ['name', 'phone', 'rsvp_note'],
      near,
      ofContact: (tx, contacts, emails) =>
        tx`(${isAny(tx, 'contact_uuid', contacts)} or plain_email(email) = any(${[...emails]}::text[]))`,
    },
    {
      table: 'unmatched_answers',
      key: ['answer_uuid'],
      texts: ['participation', 'sender', 'name', 'note'],
      near,
    },
  ],
  merge: {
    counted: 'meetingCount',
    move: (tx, pair) => moveParticipations(tx, services, pair),
  },
  // Meetings to come; who organizes elsewhere decides on theirs.
  book: {
    place: 3,
    counted: 'meetings',
    table: 'meetings',
    column: 'meeting_uuid',
    isOf: (tx, staffUuid) => tx`
      (host_uuid = ${staffUuid} and status = 'ACTIVE' and starts_at > now()
       and not externally_organized and not is_personal)`,
    move: (tx, uuids, { to }) => changeHost(tx, services, uuids, to),
  },
  held: (tx, { uuids, emails }) => {
    const participants = (where: Fragment) => tx`
      select p.*, m.title, m.start_local, m.end_local, m.timezone, m.status
        from meeting_participants p join meetings m using (tenant_uuid, meeting_uuid) where ${where}
       order by p.ordinal`;
    return {
      invitations: participants(tx`p.contact_uuid = any(${uuids})`),
      guestInvitations: participants(tx`plain_email(p.email) = any(${emails})`),
      invitationMails: tx`
        select i.* from mails i join meeting_participants p on p.participant_uuid = i.thread_uuid
          join meetings m on m.tenant_uuid = p.tenant_uuid and m.meeting_uuid = p.meeting_uuid
         where p.contact_uuid = any(${uuids}) or plain_email(p.email) = any(${emails}) order by i.ordinal`,
    };
  },
});
