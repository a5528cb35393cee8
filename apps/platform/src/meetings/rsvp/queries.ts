import type { Tx } from '../../database/transaction.ts';
import type { Invited } from '../invitations/rsvp-token.ts';
import { partyColumns, partyJoins, spanColumns } from '../meeting-columns.ts';
import type { RsvpStatus } from '../schemas.ts';
import type { Span } from '../time.ts';
import type { Proposed, RsvpSource, Written } from './schemas.ts';

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
  canceled: boolean;
  over: boolean;
};

const select = (tx: Tx) => tx`
  select p.tenant_uuid, p.meeting_uuid, p.participant_uuid, p.participant_type, p.entity_uuid,
         p.rsvp_status, p.rsvp_is_confirmed, p.rsvp_token_hash,
         coalesce(c.preferred_contact_language, s.platform_language, p.language) as language,
         ${partyColumns(tx)}, m.title, ${spanColumns(tx)},
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

/** An answer as it stands, and what decides whether another one takes its place. */
export type Standing = {
  participantType: string;
  rsvpStatus: RsvpStatus;
  isConfirmed: boolean;
  note: string | null;
  proposed: Proposed[];
  /** Null where nothing stands. */
  isLater: boolean | null;
  canceled: boolean;
  over: boolean;
  timeSequence: number;
};

/** Returns when an answer was written and its mail dated, to the second, at most the arrival. */
function times(tx: Tx, { stampedAt, datedAt }: Written) {
  const at = (text: string | null) =>
    tx`date_trunc('second', least(coalesce(${text}::timestamptz, change_time()), change_time()))`;
  return { written: at(stampedAt ?? datedAt), dated: at(datedAt) };
}

/**
 * Locks a participant's answer and returns it as it stands, and whether it was written later than
 * another one. The meeting is held shared.
 */
export async function findAnswered(
  tx: Tx,
  { meetingUuid, participantUuid }: Invited,
  another: Written,
): Promise<Standing | undefined> {
  const { written, dated } = times(tx, another);
  const [meeting] = await tx<Pick<Standing, 'canceled' | 'over' | 'timeSequence'>[]>`
    select status = 'CANCELED' as canceled, ends_at <= change_time() as over, time_sequence
      from meetings where meeting_uuid = ${meetingUuid} for share`;
  const [answer] = await tx<Omit<Standing, 'canceled' | 'over' | 'timeSequence'>[]>`
    select participant_type, rsvp_status, rsvp_is_confirmed as is_confirmed, rsvp_note as note,
           coalesce(rsvp_proposed, '[]') as proposed,
           (rsvp_written_at, rsvp_dated_at) > (${written}, ${dated}) as is_later
      from meeting_participants
     where participant_uuid = ${participantUuid} and meeting_uuid = ${meetingUuid}
       and removed_at is null for update`;
  return meeting && answer && { ...meeting, ...answer };
}

type Saved = {
  rsvpStatus: RsvpStatus;
  source: RsvpSource;
  isConfirmed: boolean;
  written: Written;
};

/** Writes a participant's answer. */
export async function saveAnswer(tx: Tx, participantUuid: string, answer: Saved): Promise<void> {
  const { rsvpStatus, source, isConfirmed } = answer;
  const { written, dated } = times(tx, answer.written);
  await tx`
    update meeting_participants
       set rsvp_status = ${rsvpStatus}, rsvp_at = change_time(), rsvp_source = ${source},
           rsvp_is_confirmed = ${isConfirmed}, rsvp_written_at = ${written}, rsvp_dated_at = ${dated}
     where participant_uuid = ${participantUuid}`;
}

/** Writes what stands beside a participant's answer. */
export async function saveWords(
  tx: Tx,
  participantUuid: string,
  { note, proposed }: { note: string | null; proposed: readonly Proposed[] },
): Promise<void> {
  await tx`
    update meeting_participants
       set rsvp_note = ${note}, rsvp_proposed = ${proposed.length > 0 ? tx.json([...proposed]) : tx`null`}
     where participant_uuid = ${participantUuid}`;
}
