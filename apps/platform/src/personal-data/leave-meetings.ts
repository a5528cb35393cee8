import { changedFields } from '../changed-fields.ts';
import { inNobodysName } from '../database/in-nobodys-name.ts';
import type { Actor } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvents } from '../events.ts';
import { exportChange, type MeetingServices } from '../meetings/export-change.ts';
import { bumpVersions, type MeetingOfContact } from '../meetings/queries.ts';
import type { Removed } from './erase-queries.ts';
import { type Person, patternOf } from './find-person.ts';

/** A meeting in which a person takes or took part, or whose event in a calendar names the person. */
type MeetingOfPerson = Pick<MeetingOfContact, 'meetingUuid' | 'isToCome'>;

/** Locks and returns the meetings of a person, also those that are others' personal events. */
export function lockMeetings(tx: Tx, { uuids, values }: Person) {
  const pattern = patternOf(values.distinctive);
  return inNobodysName(
    tx,
    () => tx<MeetingOfPerson[]>`
      select m.meeting_uuid, m.status = 'ACTIVE' and m.ends_at > now() as is_to_come
        from meetings m
       where m.meeting_uuid = any(array(
               select meeting_uuid from meeting_participants
                where contact_uuid = any(${uuids}) or plain_email(email) = any(${values.emails})
               union
               select meeting_uuid from calendar_links where fields::text ~* ${pattern}))
       order by m.meeting_uuid for no key update of m`,
  );
}

/**
 * Takes a person out of meetings to come. Of others the slot stays, which says that somebody took part
 * and what was answered. Mails of invitations and answers by their links go.
 */
export async function leaveMeetings(
  tx: Tx,
  person: Person,
  meetings: readonly MeetingOfPerson[],
): Promise<Removed> {
  const { contactUuid, uuids } = person;
  const { emails } = person.values;
  const theirs = tx`(contact_uuid = any(${uuids}) or plain_email(email) = any(${emails}))`;
  const participants = tx`select participant_uuid from meeting_participants where ${theirs}`;
  const mails = await tx`delete from mails where thread_uuid in (${participants})`;
  await tx`delete from public_answers where participant_uuid in (${participants})`;
  const toCome = meetings.filter((each) => each.isToCome).map((each) => each.meetingUuid);
  const invitations = await tx`
    delete from meeting_participants
     where ${theirs} and (meeting_uuid = any(${toCome}) or removed_at is not null)`;
  // Of a person who was invited more than once to a meeting one slot stays.
  const doubles = await tx`
    delete from meeting_participants p
     where ${theirs} and exists (
       select from meeting_participants other
        where other.tenant_uuid = p.tenant_uuid and other.meeting_uuid = p.meeting_uuid
          and (other.contact_uuid = any(${uuids}) or plain_email(other.email) = any(${emails}))
          and (other.contact_uuid is not null, other.ordinal) > (p.contact_uuid is not null, p.ordinal))`;
  const guests = await tx`
    update meeting_participants
       set participant_type = 'CONTACT', contact_uuid = ${contactUuid}, email = null, name = null,
           language = null, country_code = null, phone = null, rsvp_token_hash = null
     where plain_email(email) = any(${emails})`;
  await tx`
    update meeting_participants set rsvp_token_hash = null, rsvp_note = null, rsvp_proposed = null
     where contact_uuid = any(${uuids})`;
  return {
    invitations: invitations.count + doubles.count,
    invitationMails: mails.count,
    guests: guests.count,
  };
}

/** Whose calendars are put right: the e-mails that are cleared, the meetings, and who erases. */
type Mended = { emails: readonly string[]; meetings: readonly string[]; actor: Actor };

/**
 * Tells of meetings whose people or texts were cleared, and puts their events in connected calendars
 * right: once the texts are, since events are made of them.
 */
export async function mendCalendars(
  tx: Tx,
  services: MeetingServices,
  { emails, meetings, actor }: Mended,
): Promise<void> {
  const uuids = [...meetings];
  await bumpVersions(tx, uuids);
  const attributes = changedFields(['participants']);
  await recordEvents(
    tx,
    { eventType: 'meeting.updated', entityType: 'MEETING', attributes, actor },
    uuids,
  );
  const exported = await tx<
    Pick<MeetingOfContact, 'meetingUuid' | 'hostUuid' | 'externalSyncStatus'>[]
  >`
    select meeting_uuid, host_uuid, external_sync_status from meetings
     where meeting_uuid = any(${uuids}) and status = 'ACTIVE' and not externally_organized
     order by meeting_uuid for no key update`;
  for (const meeting of exported) await exportChange(tx, services, meeting, 'UPDATE');
  await tx`
    update calendar_links set answers = answers - ${[...emails]}::text[]
     where answers ?| ${[...emails]}::text[]`;
}
