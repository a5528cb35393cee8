import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import { changedFields, changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { PartySets } from './participants/plan-participants.ts';
import type { MeetingRow } from './schemas.ts';

type Hosted = { hostUuid: string; meetingUuid: string | null };

/** Lists those of some meetings that are personal events. */
export async function listPersonal(tx: Tx, meetingUuids: readonly string[]) {
  const rows = await tx<{ meetingUuid: string }[]>`
    select meeting_uuid from meetings
     where meeting_uuid = any(${[...meetingUuids]}::uuid[]) and is_personal`;
  return rows.map(({ meetingUuid }) => meetingUuid);
}

/**
 * Tells whether the firm knows anybody among people, apart from the host: contacts, live staff, guests with
 * an address of either, and whoever was invited to another meeting.
 */
export async function knowsAny(
  tx: Tx,
  { hostUuid, meetingUuid }: Hosted,
  { contacts = [], staff = [], guests = [] }: PartySets,
  organizerEmail?: string | null,
): Promise<boolean> {
  if (contacts.length > 0 || staff.some(({ staffUuid }) => staffUuid !== hostUuid)) return true;
  const emails = [...guests.map(({ email }) => email), organizerEmail]
    .map((email) => plainEmail(email ?? ''))
    .filter((email) => email !== '');
  if (emails.length === 0) return false;
  const known = await tx`select from known_emails(${emails}, ${hostUuid}, ${meetingUuid}) limit 1`;
  return known.length > 0;
}

/** Tells whether anybody among the people of a change was not invited yet and is known to the firm. */
export function invitesKnown(
  tx: Tx,
  meeting: MeetingRow,
  { contacts = [], staff = [], guests = [] }: PartySets,
): Promise<boolean> {
  const uuids = new Set(meeting.participants.map((each) => each.participantEntityUuid));
  const emails = new Set(meeting.participants.map(({ email }) => plainEmail(email ?? '')));
  return knowsAny(tx, meeting, {
    contacts: contacts.filter(({ contactUuid }) => !uuids.has(contactUuid)),
    staff: staff.filter(({ staffUuid }) => !uuids.has(staffUuid)),
    guests: guests.filter(({ email }) => !emails.has(plainEmail(email ?? ''))),
  });
}

/**
 * Makes a meeting of a locked personal event, which never becomes one again, and returns it: for
 * everybody but its host it comes to be now.
 */
export async function makeMeeting(tx: Tx, meeting: MeetingRow): Promise<MeetingRow> {
  const { meetingUuid, hostUuid, source, locationType, participants } = meeting;
  await tx`
    update meetings set is_personal = false, version = version + 1
     where meeting_uuid = ${meetingUuid}`;
  const about = { entityType: 'MEETING', entityId: meetingUuid } as const;
  const participantCount = String(participants.length);
  await recordEvent(tx, {
    ...about,
    eventType: 'meeting.created',
    attributes: { hostUuid, source, locationType, participantCount },
  });
  const isPersonal = false;
  await recordEvent(tx, {
    ...about,
    eventType: 'meeting.updated',
    attributes: {
      ...{ fieldCount: '1', addedCount: '0', removedCount: '0', moved: 'false' },
      ...changedFields(['isPersonal']),
    },
    changes: changesOf(meeting, { isPersonal }),
  });
  return { ...meeting, isPersonal, version: meeting.version + 1 };
}
