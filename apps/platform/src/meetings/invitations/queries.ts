import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { DueMail } from '../../mail/outbox/due-mail.ts';
import { sendingOf } from '../../mail/outbox/queue-mails.ts';
import { partyColumns, partyJoins, spanColumns } from '../meeting-columns.ts';
import type { RsvpStatus } from '../schemas.ts';
import type { MeetingTold } from './message.ts';

export type Method = 'REQUEST' | 'CANCEL';

/** What an invitation mail is about. `resend` is 0 for a change, a number from 1 on for what was told before. */
export type Told = { meetingUuid: string; method: Method; sequence: number; resend: number };

/** The facts for one mail: the meeting and its reader as they are now. */
export type Invitation = MeetingTold & {
  meetingUuid: string;
  uid: string;
  hostEmail: string | null;
  email: string | null;
  name: string | null;
  language: string | null;
  rsvpStatus: RsvpStatus;
  rsvpTokenHash: Buffer | null;
};

/** The mails that a change of a meeting needs: REQUEST invites or tells of a change, CANCEL cancels. */
export type Invitations = {
  meetingUuid: string;
  method: Method;
  /** Participants of the meeting, or, with CANCEL, who were just removed from it. */
  participantUuids: readonly string[];
  /** iCalendar's SEQUENCE, which grows with what guests are told of. */
  sequence: number;
  /** 0 tells of a change; a number from 1 on sends once more what was told before. */
  resend?: number;
};

/** Queues mails that are not queued yet. */
export async function insertMails(
  tx: Tx,
  { participantUuids, meetingUuid, method, sequence, resend = 0 }: Invitations,
): Promise<void> {
  const told = tx`${meetingUuid}::uuid as meeting_uuid, ${method}::text as method,
                  ${sequence}::int as sequence, ${resend}::int as resend`;
  await insertTold(
    tx,
    tx`select p.participant_uuid, ${told} from meeting_participants p
        where p.participant_uuid = any(${[...participantUuids]}::uuid[])`,
  );
}

/** Queues a mail about the last change of meetings to each participant but one. */
export async function insertMailsOfChange(
  tx: Tx,
  meetingUuids: readonly string[],
  except: string,
): Promise<void> {
  await insertTold(
    tx,
    tx`select p.participant_uuid, m.meeting_uuid, 'REQUEST' as method, m.sequence, 0 as resend
         from meetings m
         join meeting_participants p
           on p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
        where m.meeting_uuid = any(${[...meetingUuids]}::uuid[]) and p.removed_at is null
          and p.entity_uuid is distinct from ${except}`,
  );
}

/** Queues what participants are told. What waits before it in their threads is looked at again at once. */
async function insertTold(tx: Tx, told: Fragment): Promise<void> {
  const { isUrgent, traceParent } = sendingOf('INVITATION');
  const rows = await tx<{ threadUuid: string }[]>`
    insert into mails
      (tenant_uuid, mail_uuid, kind, person_uuid, thread_uuid, about, once, is_urgent, trace_parent)
    select p.tenant_uuid, gen_random_uuid(), 'INVITATION', p.contact_uuid, t.participant_uuid,
           jsonb_build_object('meetingUuid', t.meeting_uuid, 'method', t.method,
                              'sequence', t.sequence, 'resend', t.resend),
           concat_ws(' ', 'invitation', t.participant_uuid, t.method, t.sequence, t.resend),
           ${isUrgent}, ${traceParent}
      from (${told}) t join meeting_participants p using (participant_uuid)
     order by p.ordinal
    on conflict on constraint mails_once do nothing returning thread_uuid`;
  if (rows.length === 0) return;
  await tx`
    update mails set due_at = now()
     where thread_uuid = any(${rows.map((row) => row.threadUuid)}::uuid[])
       and state = 'QUEUED' and due_at > now()`;
  tx.afterCommit('mails');
}

/** Returns the number that the next mail to each participant bears when what was sent is sent again. */
export async function nextResend(tx: Tx, meetingUuid: string, sequence: number): Promise<number> {
  const [row] = await tx<[{ next: number }]>`
    select coalesce(max((m.about ->> 'resend')::int), 0) + 1 as next
      from meeting_participants p
      join mails m on m.tenant_uuid = p.tenant_uuid and m.thread_uuid = p.participant_uuid
     where p.meeting_uuid = ${meetingUuid} and m.about ->> 'method' = 'REQUEST'
       and (m.about ->> 'sequence')::int = ${sequence}`;
  return row.next;
}

/**
 * Holds the meeting still, and returns whether a mail need not be sent any more: an invitation that a newer
 * mail to the same reader follows, or whose reader is not invited any more. Cancellations always go.
 */
export async function isOvertaken(
  tx: Tx,
  { ordinal, threadUuid }: DueMail,
  { meetingUuid, method }: Told,
): Promise<boolean> {
  await tx`select from meetings where meeting_uuid = ${meetingUuid} for share`;
  if (method === 'CANCEL') return false;
  const [row] = await tx<[{ isOvertaken: boolean }]>`
    select exists (
             select from mails n where n.thread_uuid = ${threadUuid} and n.ordinal > ${ordinal}::bigint)
        or exists (
             select from meeting_participants p join meetings e using (tenant_uuid, meeting_uuid)
              where p.participant_uuid = ${threadUuid}
                and (p.removed_at is not null or e.status = 'CANCELED')) as is_overtaken`;
  return row.isOvertaken;
}

/** Returns whether the reader of a mail may know the meeting already: an earlier one went out, or may have. */
export async function isTold(tx: Tx, { ordinal, threadUuid }: DueMail): Promise<boolean> {
  const rows = await tx`
    select from mails e
     where e.thread_uuid = ${threadUuid} and e.ordinal < ${ordinal}::bigint and e.tries > 0
       and e.state in ('SENT', 'DROPPED') limit 1`;
  return rows.length > 0;
}

/**
 * Marks those as sent to again who have not declined and were not sent to again within five minutes.
 * Answers when that was, by participant.
 */
export async function markResent(tx: Tx, participantUuids: readonly string[]) {
  const rows = await tx<{ participantUuid: string; resentAt: string }[]>`
    update meeting_participants set last_invitation_resent_at = change_time()
     where participant_uuid = any(${[...participantUuids]}::uuid[]) and rsvp_status <> 'DECLINED'
       and coalesce(last_invitation_resent_at <= change_time() - interval '5 minutes', true)
    returning participant_uuid, record_time(last_invitation_resent_at) as resent_at`;
  return new Map(rows.map((row) => [row.participantUuid, row.resentAt]));
}

/** Notes that a participant's links bear a token of this hash. */
export async function setRsvpTokenHash(tx: Tx, participantUuid: string, hash: Buffer) {
  await tx`
    update meeting_participants set rsvp_token_hash = ${hash}
     where participant_uuid = ${participantUuid} and rsvp_token_hash is distinct from ${hash}`;
}

/**
 * Gives a participant's mails a UID of their own where the mailbox gets the meeting for another
 * participant too: in one calendar the same UID is one event, which can be answered once.
 */
export async function separateUid(tx: Tx, participantUuid: string | null): Promise<void> {
  const mailbox = tx`(select lower(n.email) from (select ${partyColumns(tx)}) n)`;
  await tx`
    update meeting_participants set ical_uid = participant_uuid || '@atrium'
     where participant_uuid = ${participantUuid} and ical_uid is null
       and exists (
         select from (
           select p.ordinal, p.meeting_uuid, ${mailbox} as address
             from meeting_participants p ${partyJoins(tx)}
            where p.participant_uuid = ${participantUuid}) own
           join (
           select p.ordinal, p.meeting_uuid, ${mailbox} as address
             from meeting_participants p ${partyJoins(tx)}
            where p.removed_at is null) other using (meeting_uuid, address)
          where other.ordinal < own.ordinal)`;
}

/** Names the staff member who made `meetings m`, where that is not the host. */
const arranger = (tx: Tx) => tx`(
  select s.first_name || ' ' || s.paternal_last_name from staff_members s
   where s.tenant_uuid = m.tenant_uuid and s.staff_uuid = m.created_by_uuid
     and m.created_by_uuid <> m.host_uuid)`;

/** Returns the meeting and one of those who were ever invited to it, as a mail needs them. */
export async function findInvitation(tx: Tx, participantUuid: string | null) {
  const [invitation] = await tx<Invitation[]>`
    select m.meeting_uuid, coalesce(p.ical_uid, m.ical_uid) as uid, m.title, ${spanColumns(tx)},
           m.location_type, m.location_detail, m.description, m.meeting_information, m.meeting_link,
           m.meeting_password,
           coalesce(h.first_name || ' ' || h.paternal_last_name, m.host_name) as host_name,
           coalesce(h.email, m.host_email) as host_email, ${arranger(tx)} as arranged_by,
           p.rsvp_status, p.rsvp_token_hash, coalesce(c.preferred_contact_language, s.platform_language, p.language) as language,
           ${partyColumns(tx)}
      from meeting_participants p join meetings m using (tenant_uuid, meeting_uuid)
      ${partyJoins(tx)}
      left join staff_members h on h.tenant_uuid = m.tenant_uuid and h.staff_uuid = m.host_uuid
     where p.participant_uuid = ${participantUuid}`;
  return invitation;
}

/** The facts for the mail to a host: the meeting, and who arranged it. */
export type Hosted = MeetingTold & { email: string; language: string };

type OfHost = { meetingUuid: string; hostUuid?: string; byUuid?: string };

/** Finds an active meeting of whoever hosts it, or of one host, and who of the staff gave it to them. */
export async function findHosted(tx: Tx, { meetingUuid, hostUuid, byUuid }: OfHost) {
  const [hosted] = await tx<Hosted[]>`
    select m.title, ${spanColumns(tx)}, m.location_type, m.location_detail, m.description,
           m.meeting_information, m.meeting_link, m.meeting_password,
           h.first_name || ' ' || h.paternal_last_name as host_name, h.email,
           h.platform_language as language, (
             select s.first_name || ' ' || s.paternal_last_name from staff_members s
              where s.tenant_uuid = m.tenant_uuid and s.staff_uuid = ${byUuid ?? null}) as arranged_by
      from meetings m
      join staff_members h on h.tenant_uuid = m.tenant_uuid and h.staff_uuid = m.host_uuid
     where m.meeting_uuid = ${meetingUuid} and m.host_uuid = coalesce(${hostUuid ?? null}, m.host_uuid)
       and m.status = 'ACTIVE'
       and h.deleted_at is null`;
  return hosted;
}
