import type { Tx } from '../../database/transaction.ts';
import type { Invited } from '../invitations/rsvp-token.ts';
import { partyColumns, partyJoins, spanColumns } from '../meeting-columns.ts';
import type { RsvpStatus } from '../schemas.ts';
import type { Span } from '../time.ts';
import type { RsvpSource } from './record-rsvp.ts';

/** A participant of a meeting, as who comes with a link or a mail is known. */
export type Invitee = Span & {
  tenantUuid: string;
  meetingUuid: string;
  participantUuid: string;
  participantType: 'CONTACT' | 'TENANT_STAFF' | 'PARTNER_STAFF' | 'EXTERNAL';
  entityUuid: string | null;
  rsvpStatus: RsvpStatus;
  rsvpIsConfirmed: boolean;
  rsvpTokenHash: Buffer | null;
  language: string | null;
  email: string | null;
  title: string | null;
  /** The SEQUENCE of the last invitation queued to it. */
  toldSequence: number;
  canceled: boolean;
  over: boolean;
};

const select = (tx: Tx) => tx`
  select p.tenant_uuid, p.meeting_uuid, p.participant_uuid, p.participant_type, p.entity_uuid,
         p.rsvp_status, p.rsvp_is_confirmed, p.rsvp_token_hash,
         coalesce(c.preferred_contact_language, s.platform_language, p.language) as language,
         ${partyColumns(tx)}, m.title, ${spanColumns(tx)},
         (select coalesce(max(i.sequence), 0) from invitation_mails i
           where i.tenant_uuid = p.tenant_uuid and i.participant_uuid = p.participant_uuid
             and i.method = 'REQUEST') as told_sequence,
         m.status = 'CANCELED' as canceled, m.ends_at <= now() as over
    from meeting_participants p join meetings m using (tenant_uuid, meeting_uuid)
    join tenants t using (tenant_uuid)
    ${partyJoins(tx)}
   where p.removed_at is null and t.deleted_at is null and t.is_active`;

/** Returns a participant of a live tenant's meeting, whichever the tenant: a platform transaction's query. */
export async function findInvitee(tx: Tx, { meetingUuid, participantUuid }: Invited) {
  const [invitee] = await tx<Invitee[]>`
    ${select(tx)} and p.participant_uuid = ${participantUuid} and p.meeting_uuid = ${meetingUuid}`;
  return invitee;
}

/**
 * Lists who was invited by mail under a calendar identifier, and under which address. Meetings that
 * others organise are answered there. A platform transaction's query.
 */
export async function listInviteesByUid(tx: Tx, uid: string) {
  return tx<Invitee[]>`
    ${select(tx)} and m.ical_uid = ${uid} and not m.externally_organized`;
}

/** An answer that came without a sign-in. */
type PublicAnswer = {
  source: RsvpSource;
  rsvpStatus: RsvpStatus;
  rsvpStatusBefore: RsvpStatus;
  /** The sender, as a keyed hash of address and user agent. */
  agentHash: Buffer | null;
  /** The time at which a mail says that it was written, with its zone. */
  statedAt: string | null;
};

export async function insertPublicAnswer(tx: Tx, participantUuid: string, answer: PublicAnswer) {
  await tx`
    insert into public_answers ${tx({ tenantUuid: tx.tenantUuid, participantUuid, ...answer })}`;
}

/**
 * Locks a participant's answer, tenant and meeting held first as everybody does who needs them, and
 * answers how it stands.
 */
export async function lockAnswer(tx: Tx, { meetingUuid, participantUuid }: Invited) {
  await tx`select from tenants where tenant_uuid = ${tx.tenantUuid} for key share`;
  await tx`select from meetings where meeting_uuid = ${meetingUuid} for share`;
  const [row] = await tx<{ rsvpStatus: RsvpStatus }[]>`
    select rsvp_status from meeting_participants
     where participant_uuid = ${participantUuid} for no key update`;
  return row?.rsvpStatus ?? 'UNKNOWN';
}

/** Finds the participant's last answer without a sign-in, and whether it is some seconds old at most. */
export async function findLastAnswer(tx: Tx, participantUuid: string, seconds: number) {
  const [answer] = await tx<(PublicAnswer & { fresh: boolean })[]>`
    select source, rsvp_status, rsvp_status_before, agent_hash,
           answered_at > now() - ${seconds} * interval '1 second' as fresh
      from public_answers where participant_uuid = ${participantUuid}
     order by ordinal desc limit 1`;
  return answer;
}

/** Returns whether an answer by mail that was written then or later was taken already. */
export async function hasNewerMail(tx: Tx, participantUuid: string, statedAt: string) {
  const [row] = await tx<[{ newer: boolean }]>`
    select exists (select from public_answers
                    where participant_uuid = ${participantUuid} and stated_at >= ${statedAt}) as newer`;
  return row.newer;
}
