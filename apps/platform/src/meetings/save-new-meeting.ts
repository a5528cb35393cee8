import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { type Details, type MeetingColumns, toColumns } from './details.ts';
import { exportChange, type MeetingServices, type Origin } from './export-change.ts';
import { queueInvitations } from './invitations/queue-invitations.ts';
import { insertParticipants, type Party } from './participants/queries.ts';
import { insertMeeting } from './queries.ts';

/** A meeting to be made; `columns` are those beyond its details, such as host and creator. */
type MadeMeeting = {
  details: Details;
  columns: MeetingColumns & Required<Pick<MeetingColumns, 'hostUuid'>>;
  parties: readonly Party[];
  origin: Origin;
  /** True when participants are invited by mail; those of an external organizer never are. */
  announce: boolean;
};

/** Writes a new meeting, whoever made it: rows, event, invitations and export. */
export async function saveNewMeeting(
  tx: Tx,
  services: MeetingServices,
  { details, columns, parties, origin, announce }: MadeMeeting,
): Promise<string> {
  const meetingUuid = randomUUIDv7();
  const isOurs = origin === 'PLATFORM';
  const uid = isOurs
    ? await services.calendarExport.icalUidOf(tx, columns.hostUuid, meetingUuid)
    : undefined;
  await insertMeeting(tx, meetingUuid, {
    icalUid: uid ?? `${meetingUuid}@atrium`,
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
    await queueInvitations(tx, services.jobs, {
      meetingUuid,
      method: 'REQUEST',
      participantUuids,
      sequence: 0,
    });
  }
  if (origin === 'PLATFORM') {
    const meeting = { meetingUuid, hostUuid, externalSyncStatus: 'NOT_APPLICABLE' as const };
    await exportChange(tx, services, meeting, 'CREATE');
  }
  return meetingUuid;
}
