import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { type RecordFields, selectList } from '../lists/record-fields.ts';
import { readLastMail } from '../mail/last-mail.ts';
import { columnTable, meetingTable, summaryTable } from './fields.ts';
import { factsCode, isAllowed, isSeen, nobody, type Viewer } from './meeting-access.ts';

/** Returns an instant as Temporal writes it. */
const instant = (tx: Tx, column: Fragment) =>
  tx`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/**
 * Selects from meetings as `m`, with what is worked out for a viewer as `f`. The lateral has no
 * table, so that PostgreSQL works out only what a statement mentions.
 */
export const meetingsFor = (tx: Tx, viewer: Viewer): Fragment => tx`meetings m
  cross join lateral (select
    coalesce((select s.first_name || ' ' || s.paternal_last_name from staff_members s
               where s.tenant_uuid = m.tenant_uuid and s.staff_uuid = m.host_uuid), m.host_name) as host_name,
    (select count(*)::int from meeting_participants p
      where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
        and p.removed_at is null) as attendee_count,
    array(select coalesce(p.name, c.display_name, btrim(c.first_name || ' ' || c.paternal_last_name))
            from meeting_participants p
            left join contacts c on c.tenant_uuid = p.tenant_uuid and c.contact_uuid = p.contact_uuid
           where ${isShownContact(tx, viewer)} order by p.ordinal limit 3) as contact_names,
    (select count(*)::int from meeting_participants p where ${isShownContact(tx, viewer)}) as contact_count,
    m.source <> 'INTERNAL' as show_external_calendar_icon,
    ${boundPartner(viewer) === undefined}::boolean as sees_all_households,
    ${boundPartner(viewer) ?? null}::uuid as viewer_partner_uuid,
    date_trunc('second', m.created_at) as created_second,
    date_trunc('second', m.updated_at) as updated_second,
    coalesce((select s.email from staff_members s
               where s.tenant_uuid = m.tenant_uuid and s.staff_uuid = m.host_uuid), m.host_email) as host_email,
    ${hasRole(viewer as Caller, 'CLIENT') ? tx`null` : tx`m.internal_notes`} as internal_notes,
    ${isAllowed(tx, viewer, 'canEdit')} as can_edit,
    ${isAllowed(tx, viewer, 'canCancel')} as can_cancel,
    ${isAllowed(tx, viewer, 'canResend')} as can_resend,
    ${isAllowed(tx, viewer, 'canRemoveFromCalendar')} as can_remove_from_calendar,
    ${isAllowed(tx, viewer, 'canRetrySync')} as can_retry_sync,
    ${isAllowed(tx, viewer, 'externalSyncFailureVisibleToViewer')} as external_sync_failure_visible_to_viewer
  ) f0 cross join lateral (select f0.*,
    case when f0.external_sync_failure_visible_to_viewer then record_time(m.sync_failed_at) end as sync_failed_at,
    case when f0.external_sync_failure_visible_to_viewer then m.sync_failure_code end as sync_failure_code,
    case when f0.external_sync_failure_visible_to_viewer then m.sync_failure_reason end as sync_failure_reason
  ) f`;

/** The condition that `meeting_participants p` is a contact that rows of `meetings m` name: to a client the own. */
const isShownContact = (tx: Tx, viewer: Viewer): Fragment => tx`
  p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid and p.removed_at is null
    and p.participant_type = 'CONTACT'
    and ${hasRole(viewer as Caller, 'CLIENT') ? tx`p.contact_uuid = ${viewer.userUuid}` : tx`true`}`;

const { startDateTime, endDateTime, timezone, allDay } = meetingTable;
const spanTable = { startDateTime, endDateTime, timezone, allDay };

/** Selects the time of `meetings m` as people mean it. */
export const spanColumns = (tx: Tx): Fragment => tx`${tx.unsafe(selectList(spanTable, 'm'))}`;

/** Selects the columns that exports have. */
export const exportedColumns = (tx: Tx): Fragment => tx`${tx.unsafe(selectList(columnTable, 'm'))}`;

/** Selects the columns that lists show. */
export const summaryColumns = (tx: Tx): Fragment => tx`${tx.unsafe(selectList(summaryTable, 'm'))}`;

/** Returns a whole meeting, as the viewer sees it and as the verbs need it. */
export const meetingColumns = (tx: Tx, viewer: Viewer): Fragment => tx`
  ${tx.unsafe(selectList(meetingTable, 'm'))}, ${participantsOf(tx, viewer)} as participants,
  ${unmatchedOf(tx, viewer)} as unmatched_answers,
  m.version, m.sequence, m.ical_uid, ${factsCode(tx, viewer)} as facts_code, ${isSeen(tx, viewer)} as sees,
  ${instant(tx, tx`m.starts_at`)} as starts_at, ${instant(tx, tx`m.ends_at`)} as ends_at`;

/**
 * Returns a participant's e-mail and name as of now, over `meeting_participants p`: a contact's and a staff
 * member's come from their records, a guest's from the invitation.
 */
export const partyColumns = (tx: Tx): Fragment => tx`
  coalesce(p.email, s.email, c.primary_email, c.preferred_email) as email,
  coalesce(p.name, s.first_name || ' ' || s.paternal_last_name,
           c.display_name, nullif(btrim(c.first_name || ' ' || c.paternal_last_name), '')) as name`;

/** Joins the records of contacts and staff beside `meeting_participants p`. */
export const partyJoins = (tx: Tx): Fragment => tx`
  left join contacts c on c.tenant_uuid = p.tenant_uuid and c.contact_uuid = p.contact_uuid
  left join staff_members s on s.tenant_uuid = p.tenant_uuid and s.staff_uuid = p.staff_uuid`;

const participantsOf = (tx: Tx, viewer: Viewer): Fragment => tx`(
  select coalesce(json_agg(json_build_object(
           'participantUuid', p.participant_uuid, 'participantEntityUuid', p.entity_uuid,
           'participantType', p.participant_type, 'email', n.email, 'name', n.name,
           'language', p.language, 'countryCode', p.country_code, 'phone', p.phone,
           'rsvpStatus', p.rsvp_status,
           'note', case when v.reads_words then p.rsvp_note end,
           'proposed', coalesce(case when v.reads_words then p.rsvp_proposed end, '[]'),
           'canResend', f.can_resend and n.email is not null and p.rsvp_status <> 'DECLINED'
             and coalesce(p.last_invitation_resent_at <= change_time() - interval '5 minutes', true),
           'lastInvitationResentAt', record_time(p.last_invitation_resent_at),
           'lastMail', ${tx.unsafe(readLastMail.ofParticipant)}) order by p.ordinal), '[]')
    from meeting_participants p ${partyJoins(tx)}
    cross join lateral (select ${partyColumns(tx)}) n
    cross join lateral (
      select ${viewer.userUuid}::uuid in (m.host_uuid, m.created_by_uuid, p.entity_uuid) as reads_words) v
   where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid and p.removed_at is null)`;

const unmatchedOf = (tx: Tx, { userUuid }: Viewer): Fragment => tx`(
  select coalesce(json_agg(json_build_object(
           'at', record_time(u.received_at), 'email', u.sender, 'name', u.name,
           'answer', u.participation, 'note', u.note,
           'proposed', coalesce(u.proposed, '[]')) order by u.received_at), '[]')
    from unmatched_answers u
   where u.tenant_uuid = m.tenant_uuid and u.meeting_uuid = m.meeting_uuid
     and ${userUuid}::uuid in (m.host_uuid, m.created_by_uuid))`;

const table: RecordFields = meetingTable;
/** Fields that others than a request change, too. */
const others = ['status', 'hostUuid', 'hostType', 'organizerEmail', 'organizerName'];
/** Never kept. */
const secret = 'meetingPassword';
const kept = Object.fromEntries(
  Object.entries(table).filter(
    ([name, field]) => name !== secret && (field.update || others.includes(name)),
  ),
);

/** Selects the fields of meetings whose values are kept when they change, and who takes part. */
export const readValues = (tx: Tx, meetingUuids: readonly string[]) => tx`
  select m.meeting_uuid as uuid, ${tx.unsafe(selectList(kept, 'm'))}, (
           select coalesce(json_agg(json_build_object(
                    'participantUuid', p.participant_uuid, 'participantEntityUuid', p.entity_uuid,
                    'participantType', p.participant_type, 'email', n.email, 'name', n.name,
                    'language', p.language, 'countryCode', p.country_code, 'phone', p.phone)
                    order by p.ordinal), '[]')
             from meeting_participants p ${partyJoins(tx)} cross join lateral (select ${partyColumns(tx)}) n
            where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
              and p.removed_at is null) as participants
    from ${meetingsFor(tx, nobody)} where m.meeting_uuid = any(${[...meetingUuids]})`;
