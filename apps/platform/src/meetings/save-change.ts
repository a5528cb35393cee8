import { changedFields } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { watchRecords } from '../watch-records.ts';
import { type Details, toColumns } from './details.ts';
import { exportChange, type MeetingServices, type Origin } from './export-change.ts';
import { queueInvitations } from './invitations/queue-invitations.ts';
import type { PartySets } from './participants/plan-participants.ts';
import { resetRsvps } from './participants/queries.ts';
import { replaceParticipants } from './participants/replace-participants.ts';
import { invitesKnown, makeMeeting } from './personal-events.ts';
import type { MeetingRow } from './schemas.ts';
import { deriveInstants } from './time.ts';

/** A change of a meeting: only what is stated changes. */
type MeetingChange = { details: Partial<Details>; parties: PartySets; origin: Origin };

/**
 * Writes a change of a locked meeting, whoever made it; nothing when all is as it was. Guests are
 * told when time, place or title change, and answers are forgotten when the instants do. A personal
 * event becomes a meeting when somebody is invited whom the firm knows.
 */
export async function saveChange(
  tx: Tx,
  services: MeetingServices,
  found: MeetingRow,
  { details, parties, origin }: MeetingChange,
): Promise<void> {
  const isKnown = found.isPersonal && (await invitesKnown(tx, found, parties));
  const meeting = isKnown ? await makeMeeting(tx, found) : found;
  const { meetingUuid } = meeting;
  const changed = onlyChanges(meeting, details);
  const watched = await watchRecords(tx, 'MEETING', [meetingUuid]);
  const people = await replaceParticipants(tx, meeting, parties);
  const names = Object.keys(changed);
  if (names.length === 0 && !people.changed) return;

  const whole = { ...meeting, ...changed };
  const moved = isMoved(meeting, whole);
  const news = names.some((name) => told.has(name));
  const sequence = meeting.sequence + (news || people.removed.length > 0 ? 1 : 0);
  const version = meeting.version + 1;
  const columns = {
    ...toColumns(changed, whole),
    version,
    sequence,
    ...(moved ? { timeSequence: sequence } : {}),
  };
  await tx`update meetings set ${tx(columns)} where meeting_uuid = ${meetingUuid}`;
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
      ...changedFields(people.changed ? [...names, 'participants'] : names),
    },
    changes: (await watched()).get(meetingUuid),
  });
  if (!meeting.externallyOrganized) {
    const invited = news ? [...people.kept, ...people.added] : people.added;
    const tell = (method: 'REQUEST' | 'CANCEL', participantUuids: readonly string[]) =>
      queueInvitations(tx, { meetingUuid, sequence, method, participantUuids });
    await tell('CANCEL', people.removed);
    await tell('REQUEST', invited);
  }
  if (origin === 'PLATFORM') await exportChange(tx, services, meeting, 'UPDATE');
}

/** The fields whose change guests are told of: the time, the place and the title. */
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

/** Compares by the rules of now: the instants on record may rest on older ones. */
function isMoved(before: MeetingRow, after: Details): boolean {
  const [was, is] = [deriveInstants(before), deriveInstants(after)];
  return was.startsAt !== is.startsAt || was.endsAt !== is.endsAt;
}
