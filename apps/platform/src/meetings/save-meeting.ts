import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../db.ts';
import { recordEvent } from '../events.ts';
import { queueInvitations } from '../invitations/queue-invitations.ts';
import type { Services } from '../services.ts';
import { type Details, toColumns } from './details.ts';
import { insertParticipants, type Party, resetRsvps } from './participant-queries.ts';
import type { PartySets } from './plan-participants.ts';
import { insertMeeting, type MeetingColumns, updateMeetingRow } from './queries.ts';
import { replaceParticipants } from './replace-participants.ts';
import type { MeetingRow } from './schemas.ts';
import { type Origin, syncOutward } from './sync-outward.ts';
import { deriveInstants } from './time.ts';

type Sending = Pick<Services, 'jobs'>;

/** A meeting to be made; `columns` are those beyond its details, such as host and creator. */
export type MadeMeeting = {
  details: Details;
  columns: MeetingColumns & Required<Pick<MeetingColumns, 'hostUuid'>>;
  parties: readonly Party[];
  origin: Origin;
  /** Whether participants are invited by mail; those of an external organizer never are. */
  announce: boolean;
};

/** Writes a new meeting, whoever made it: rows, event, invitations and outward sync. */
export async function saveNewMeeting(
  tx: Tx,
  services: Sending,
  { details, columns, parties, origin, announce }: MadeMeeting,
): Promise<string> {
  const meetingUuid = randomUUIDv7();
  await insertMeeting(tx, meetingUuid, {
    icalUid: `${meetingUuid}@atrium`,
    ...toColumns(details, details),
    ...columns,
  });
  const participantUuids = await insertParticipants(tx, meetingUuid, parties);
  const { source = 'INTERNAL', hostUuid } = columns;
  await recordEvent(tx, {
    eventType: 'meeting.created',
    entityType: 'MEETING',
    entityId: meetingUuid,
    attributes: {
      hostUuid,
      source,
      locationType: details.locationType,
      participantCount: String(parties.length),
    },
  });
  if (announce && !columns.externallyOrganized) {
    await queueInvitations(tx, services, {
      meetingUuid,
      method: 'REQUEST',
      participantUuids,
      sequence: 0,
    });
  }
  if (origin === 'PLATFORM') {
    const meeting = { meetingUuid, hostUuid, externalSyncStatus: 'NOT_APPLICABLE' as const };
    await syncOutward(tx, services, meeting, 'CREATE');
  }
  return meetingUuid;
}

/** What is to change of a meeting: only what is stated. */
export type MeetingChange = { details: Partial<Details>; parties: PartySets; origin: Origin };

/**
 * Writes a change of a locked meeting, whoever made it; nothing when all is as it was. Guests are
 * told when time, place or title change, and answers are forgotten when the instants do.
 */
export async function saveChange(
  tx: Tx,
  services: Sending,
  meeting: MeetingRow,
  { details, parties, origin }: MeetingChange,
): Promise<void> {
  const { meetingUuid } = meeting;
  const changed = onlyChanges(meeting, details);
  const people = await replaceParticipants(tx, meeting, parties);
  const names = Object.keys(changed);
  if (names.length === 0 && !people.changed) return;

  const whole = { ...meeting, ...changed };
  const moved = isMoved(meeting, whole);
  const news = names.some((name) => told.has(name));
  const sequence = meeting.sequence + (news || people.removed.length > 0 ? 1 : 0);
  const version = meeting.version + 1;
  await updateMeetingRow(tx, meetingUuid, { ...toColumns(changed, whole), version, sequence });
  if (moved) await resetRsvps(tx, meetingUuid);
  await recordEvent(tx, {
    eventType: 'meeting.updated',
    entityType: 'MEETING',
    entityId: meetingUuid,
    attributes: {
      fieldCount: String(names.length),
      addedCount: String(people.added.length),
      removedCount: String(people.removed.length),
      moved: String(moved),
    },
  });
  if (!meeting.externallyOrganized) {
    const invited = news ? [...people.kept, ...people.added] : people.added;
    const letter = { meetingUuid, sequence };
    await tell(tx, services, { ...letter, method: 'CANCEL', participantUuids: people.removed });
    await tell(tx, services, { ...letter, method: 'REQUEST', participantUuids: invited });
  }
  if (origin === 'PLATFORM') await syncOutward(tx, services, meeting, 'UPDATE');
}

/** What guests are told of: the time, the place and the title. */
const told: ReadonlySet<string> = new Set([
  'title',
  'startDateTime',
  'endDateTime',
  'timezone',
  'allDay',
  'locationType',
  'locationDetail',
  'meetingLink',
]);

function onlyChanges(meeting: MeetingRow, details: Partial<Details>): Partial<Details> {
  const entries = Object.entries(details) as [keyof Details, never][];
  return Object.fromEntries(entries.filter(([name, value]) => meeting[name] !== value));
}

function isMoved(before: MeetingRow, after: Details): boolean {
  const { startsAt, endsAt } = deriveInstants(after);
  return startsAt !== before.startsAt || endsAt !== before.endsAt;
}

async function tell(
  tx: Tx,
  services: Sending,
  invitations: Parameters<typeof queueInvitations>[2],
): Promise<void> {
  if (invitations.participantUuids.length > 0) await queueInvitations(tx, services, invitations);
}
