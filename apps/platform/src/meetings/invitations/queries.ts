import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import { partyColumns, partyJoins, spanColumns } from '../meeting-columns.ts';
import type { RsvpStatus } from '../schemas.ts';
import type { MeetingTold } from './message.ts';

export type Method = 'REQUEST' | 'CANCEL';

/** A mail that is owed, taken for sending. `told` is whether its reader may know the meeting already. */
export type ClaimedMail = {
  mailUuid: string;
  participantUuid: string;
  method: Method;
  sequence: number;
  resend: number;
  attempts: number;
  stampedAt: string;
  told: boolean;
};

/** The facts for one mail: the meeting and its reader as they are now. */
export type Invitation = MeetingTold & {
  meetingUuid: string;
  uid: string;
  hostEmail: string | null;
  email: string | null;
  name: string | null;
  language: string | null;
  rsvpStatus: RsvpStatus;
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

/** Queues mails that are not queued yet; answers how many are new. */
export async function insertMails(
  tx: Tx,
  { participantUuids, resend = 0, ...mail }: Invitations,
): Promise<number> {
  const rows = participantUuids.map((participantUuid) => ({
    tenantUuid: tx.tenantUuid,
    mailUuid: randomUUIDv7(),
    participantUuid,
    resend,
    ...mail,
  }));
  const { count } = await tx`
    insert into invitation_mails ${tx(rows)} on conflict on constraint invitation_mails_once do nothing`;
  return count;
}

/**
 * Queues a mail about the last change of meetings to each participant but one, and returns the
 * meetings that have any.
 */
export async function insertMailsOfChange(
  tx: Tx,
  meetingUuids: readonly string[],
  except: string,
): Promise<string[]> {
  const rows = await tx<{ meetingUuid: string }[]>`
    with queued as (
      insert into invitation_mails
        (tenant_uuid, mail_uuid, meeting_uuid, participant_uuid, method, sequence)
      select m.tenant_uuid, gen_random_uuid(), m.meeting_uuid, p.participant_uuid, 'REQUEST', m.sequence
        from meetings m
        join meeting_participants p
          on p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
       where m.meeting_uuid = any(${[...meetingUuids]}) and p.removed_at is null
         and p.entity_uuid is distinct from ${except}
      on conflict on constraint invitation_mails_once do nothing
      returning meeting_uuid)
    select distinct meeting_uuid from queued`;
  return rows.map(({ meetingUuid }) => meetingUuid);
}

/** Returns the number that the next mail to each participant bears when what was sent is sent again. */
export async function nextResend(tx: Tx, meetingUuid: string, sequence: number): Promise<number> {
  const [row] = await tx<[{ next: number }]>`
    select coalesce(max(resend), 0) + 1 as next from invitation_mails
     where meeting_uuid = ${meetingUuid} and sequence = ${sequence} and method = 'REQUEST'`;
  return row.next;
}

/**
 * Holds the meeting still and settles what need not be sent any more: invitations that a newer mail
 * to the same reader follows, or whose reader is not invited any more. Cancellations always go.
 */
export async function overtakeMails(tx: Tx, meetingUuid: string): Promise<void> {
  // The tenant first: its removal holds it before it takes rows away.
  await tx`select from tenants where tenant_uuid = ${tx.tenantUuid} for key share`;
  await tx`select from meetings where meeting_uuid = ${meetingUuid} for share`;
  await tx`
    update invitation_mails m set state = 'OVERTAKEN', settled_at = now()
     where m.meeting_uuid = ${meetingUuid} and m.state = 'QUEUED' and m.method = 'REQUEST'
       and (m.claimed_until is null or m.claimed_until <= now())
       and (exists (select from invitation_mails n
                     where n.participant_uuid = m.participant_uuid and n.ordinal > m.ordinal)
         or exists (select from meeting_participants p join meetings e using (tenant_uuid, meeting_uuid)
                     where p.participant_uuid = m.participant_uuid
                       and (p.removed_at is not null or e.status = 'CANCELED')))`;
}

/** Takes the oldest mail that waits, for so many seconds. A reader's mails go out one after another. */
export async function claimMail(
  tx: Tx,
  meetingUuid: string,
  { leaseSeconds, except }: { leaseSeconds: number; except: readonly string[] },
) {
  // Materialized: joined in place, the subquery can run once a row and take more than one.
  const [mail] = await tx<ClaimedMail[]>`
    with due as materialized (
      select m.tenant_uuid, m.mail_uuid from invitation_mails m
       where m.meeting_uuid = ${meetingUuid} and m.state = 'QUEUED'
         and (m.claimed_until is null or m.claimed_until <= now())
         and m.mail_uuid <> all(${except}::uuid[])
         and not exists (select from invitation_mails o
                          where o.participant_uuid = m.participant_uuid
                            and o.ordinal < m.ordinal and o.state = 'QUEUED')
       order by m.ordinal limit 1 for update skip locked)
    update invitation_mails c
       set claimed_until = now() + ${leaseSeconds} * interval '1 second', attempts = attempts + 1
      from due
     where c.tenant_uuid = due.tenant_uuid and c.mail_uuid = due.mail_uuid
    returning c.mail_uuid, c.participant_uuid, c.method, c.sequence, c.resend, c.attempts,
              record_time(c.queued_at) as stamped_at,
              exists (select from invitation_mails e
                       where e.participant_uuid = c.participant_uuid and e.ordinal < c.ordinal
                         and e.attempts > 0 and e.state in ('SENT', 'OVERTAKEN')) as told`;
  return mail;
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
export async function separateUid(tx: Tx, participantUuid: string): Promise<void> {
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

export async function settleMail(
  tx: Tx,
  mailUuid: string,
  state: 'SENT' | 'NO_ADDRESS' | 'REFUSED',
): Promise<void> {
  await tx`
    update invitation_mails set state = ${state}, settled_at = now(), claimed_until = null
     where mail_uuid = ${mailUuid} and state = 'QUEUED'`;
}

/** Gives a mail back that could not be sent now, unless somebody else has taken it since. */
export async function releaseMail(tx: Tx, { mailUuid, attempts }: ClaimedMail): Promise<void> {
  await tx`
    update invitation_mails set claimed_until = null
     where mail_uuid = ${mailUuid} and attempts = ${attempts} and state = 'QUEUED'`;
}

/** Gives a mail back in the transaction that took it, as if it had not. */
export async function untakeMail(tx: Tx, { mailUuid }: ClaimedMail): Promise<void> {
  await tx`
    update invitation_mails set claimed_until = null, attempts = attempts - 1
     where mail_uuid = ${mailUuid}`;
}

/** Notes that the mails of a meeting that wait, and that nobody sends now, may go from the next day (UTC) on. */
export async function postponeMails(tx: Tx, meetingUuid: string): Promise<void> {
  await tx`
    with waiting as materialized (
      select tenant_uuid, mail_uuid from invitation_mails
       where meeting_uuid = ${meetingUuid} and state = 'QUEUED'
         and (claimed_until is null or claimed_until <= now())
       order by mail_uuid for update)
    update invitation_mails m set due_at = date_trunc('day', now(), 'UTC') + interval '24 hours'
      from waiting w where m.tenant_uuid = w.tenant_uuid and m.mail_uuid = w.mail_uuid`;
}

/** Settles the mails of a meeting that were tried for more than a day; later ones have jobs of their own. */
export async function giveMailsUp(tx: Tx, meetingUuid: string): Promise<void> {
  await tx`
    update invitation_mails set state = 'REFUSED', settled_at = now(), claimed_until = null
     where meeting_uuid = ${meetingUuid} and state = 'QUEUED'
       and coalesce(due_at, queued_at) < now() - interval '1 day'
       and (claimed_until is null or claimed_until <= now())`;
}

export async function countWaiting(tx: Tx, meetingUuid: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from invitation_mails
     where meeting_uuid = ${meetingUuid} and state = 'QUEUED'`;
  return row.count;
}

/** Names the staff member who made `meetings m`, where that is not the host. */
const arranger = (tx: Tx) => tx`(
  select s.first_name || ' ' || s.paternal_last_name from staff_members s
   where s.tenant_uuid = m.tenant_uuid and s.staff_uuid = m.created_by_uuid
     and m.created_by_uuid <> m.host_uuid)`;

/** Returns the meeting and one of those who were ever invited to it, as a mail needs them. */
export async function findInvitation(tx: Tx, participantUuid: string) {
  const [invitation] = await tx<Invitation[]>`
    select m.meeting_uuid, coalesce(p.ical_uid, m.ical_uid) as uid, m.title, ${spanColumns(tx)},
           m.location_type, m.location_detail, m.description, m.meeting_information, m.meeting_link,
           m.meeting_password,
           coalesce(h.first_name || ' ' || h.paternal_last_name, m.host_name) as host_name,
           coalesce(h.email, m.host_email) as host_email, ${arranger(tx)} as arranged_by,
           p.rsvp_status, coalesce(c.preferred_contact_language, s.platform_language, p.language) as language,
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
