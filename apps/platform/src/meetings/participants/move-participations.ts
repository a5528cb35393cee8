import { changedFields } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvents } from '../../events.ts';
import { watchRecords } from '../../watch-records.ts';
import { exportChange, type MeetingServices } from '../export-change.ts';
import { bumpVersions, lockMeetingsOf } from '../queries.ts';

/**
 * Moves the invitations of a locked contact, former ones too, to another one. Where both are invited
 * that one's own invitation stays, and an answer that was given wins over none. Returns the number
 * of meetings that now have other participants; those to come are put right in connected calendars.
 */
export async function moveParticipations(
  tx: Tx,
  services: MeetingServices,
  { from, into }: { from: string; into: string },
): Promise<number> {
  const meetings = await lockMeetingsOf(tx, from);
  const invited = meetings.filter(({ isInvited }) => isInvited);
  const uuids = invited.map(({ meetingUuid }) => meetingUuid);
  const watched = await watchRecords(tx, 'MEETING', uuids);
  const both = tx`
    own.tenant_uuid = p.tenant_uuid and own.meeting_uuid = p.meeting_uuid
    and own.contact_uuid = ${into} and own.removed_at is null
    and p.contact_uuid = ${from} and p.removed_at is null`;
  await tx`
    update meeting_participants own
       set rsvp_status = p.rsvp_status, rsvp_at = p.rsvp_at, rsvp_source = p.rsvp_source,
           rsvp_is_confirmed = p.rsvp_is_confirmed, rsvp_written_at = p.rsvp_written_at,
           rsvp_dated_at = p.rsvp_dated_at, rsvp_note = p.rsvp_note, rsvp_proposed = p.rsvp_proposed
      from meeting_participants p
     where ${both} and own.rsvp_status = 'UNKNOWN' and p.rsvp_status <> 'UNKNOWN'`;
  await tx`
    update meeting_participants p set removed_at = change_time()
      from meeting_participants own where ${both}`;
  await tx`update meeting_participants set contact_uuid = ${into} where contact_uuid = ${from}`;

  await bumpVersions(tx, uuids);
  const attributes = { contactMergedFrom: from, ...changedFields(['participants']) };
  await recordEvents(
    tx,
    { eventType: 'meeting.updated', entityType: 'MEETING', attributes },
    uuids,
    await watched(),
  );
  for (const meeting of invited.filter(({ isToCome }) => isToCome)) {
    await exportChange(tx, services, meeting, 'UPDATE');
  }
  return invited.length;
}
