import { randomUUID } from 'node:crypto';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ParticipantRow } from '../schemas.ts';

/** Somebody to invite: a contact or a staff member by identifier, or a guest by e-mail. */
export type Party = {
  participantType: ParticipantRow['participantType'];
  contactUuid: string | null;
  staffUuid: string | null;
  email: string | null;
  name: string | null;
  language: string | null;
  countryCode: string | null;
  phone: string | null;
};

/** Returns a party of whom some details are stated, and the rest is null. */
export function newParty(type: Party['participantType'], stated: Partial<Party>): Party {
  return {
    contactUuid: null,
    staffUuid: null,
    email: null,
    name: null,
    language: null,
    countryCode: null,
    phone: null,
    ...stated,
    participantType: type,
  };
}

/** Invites parties to a meeting, in their order. Answers their participant UUIDs, random and unguessable. */
export async function insertParticipants(
  tx: Tx,
  meetingUuid: string,
  parties: readonly Party[],
): Promise<string[]> {
  if (parties.length === 0) return [];
  const rows = parties.map((party) => ({
    tenantUuid: tx.tenantUuid,
    participantUuid: randomUUID(),
    meetingUuid,
    ...party,
  }));
  await tx`insert into meeting_participants ${tx(rows)}`;
  return rows.map((row) => row.participantUuid);
}

/** Takes participants off a meeting; their rows stay, for the mail that tells them. */
export async function removeParticipants(tx: Tx, participantUuids: readonly string[]) {
  if (participantUuids.length === 0) return;
  await tx`
    update meeting_participants set removed_at = change_time()
     where participant_uuid = any(${[...participantUuids]}) and removed_at is null`;
}

/** Writes a guest's details anew. */
export async function updateGuest(tx: Tx, participantUuid: string, guest: Party): Promise<void> {
  const { email, name, language, countryCode, phone } = guest;
  await tx`
    update meeting_participants set ${tx({ email, name, language, countryCode, phone })}
     where participant_uuid = ${participantUuid}`;
}

/** Forgets the answers to a meeting: it is another time that they were about. */
export async function resetRsvps(tx: Tx, meetingUuid: string): Promise<void> {
  await tx`
    update meeting_participants
       set rsvp_status = 'UNKNOWN', rsvp_at = null, rsvp_source = null, rsvp_is_confirmed = false,
           rsvp_written_at = null, rsvp_dated_at = null, rsvp_note = null, rsvp_proposed = null
     where meeting_uuid = ${meetingUuid} and removed_at is null
       and num_nonnulls(rsvp_at, rsvp_note, rsvp_proposed) > 0`;
}

/**
 * Returns which of some contacts are live and meet a condition on `contacts c`, and keeps them from
 * being merged into another or erased meanwhile.
 */
export async function listInvitableContacts(
  tx: Tx,
  visible: Fragment,
  contactUuids: readonly string[],
): Promise<string[]> {
  if (contactUuids.length === 0) return [];
  const rows = await tx<{ contactUuid: string }[]>`
    select c.contact_uuid from contacts c
     where c.contact_uuid = any(${[...contactUuids]}) and num_nulls(c.deleted_at) = 1 and ${visible}
     order by c.contact_uuid for key share of c`;
  return rows.map((row) => row.contactUuid);
}

/** Returns the addresses, in their plain form, at which some contacts and staff members are reached or sign in. */
export async function listAddresses(tx: Tx, uuids: readonly string[]): Promise<string[]> {
  if (uuids.length === 0) return [];
  const rows = await tx<{ address: string }[]>`
    select plain_email(a.address) as address
      from staff_members s cross join lateral (values (s.email), (s.user_email)) a (address)
     where s.staff_uuid = any(${[...uuids]}) and a.address is not null
     union
    select plain_email(a.address)
      from contacts c cross join lateral (values (c.primary_email), (c.preferred_email)) a (address)
     where c.contact_uuid = any(${[...uuids]}) and a.address is not null`;
  return rows.map(({ address }) => address);
}

/** Returns which of some staff are live, each with the type that it takes part as. */
export async function listInvitableStaff(tx: Tx, staffUuids: readonly string[]) {
  if (staffUuids.length === 0) return [];
  return tx<{ staffUuid: string; participantType: 'TENANT_STAFF' | 'PARTNER_STAFF' }[]>`
    select s.staff_uuid,
           case when s.partner_uuid is null then 'TENANT_STAFF' else 'PARTNER_STAFF' end as participant_type
      from staff_members s
     where s.staff_uuid = any(${[...staffUuids]}) and num_nulls(s.deleted_at) = 1`;
}
