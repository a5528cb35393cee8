import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { type Details, type MeetingColumns, toColumns } from './details.ts';
import { exportChange, type MeetingServices, type Origin } from './export-change.ts';
import { queueInvitations } from './invitations/queue-invitations.ts';
import type { PartySets } from './participants/plan-participants.ts';
import { insertParticipants } from './participants/queries.ts';

/** A meeting to be made; `columns` are those beyond its details, such as host and creator. */
type MadeMeeting = {
  details: Details;
  columns: MeetingColumns & Required<Pick<MeetingColumns, 'hostUuid'>>;
  parties: PartySets;
  origin: Origin;
};

/**
 * Writes a new meeting, whoever made it: rows and event, and of one that was made here invitations
 * and export. Returns its UUID.
 */
export async function saveNewMeeting(
  tx: Tx,
  services: MeetingServices,
  { details, columns, parties, origin }: MadeMeeting,
): Promise<string> {
  const meetingUuid = randomUUIDv7();
  const { source = 'INTERNAL', hostUuid } = columns;
  const isOurs = origin === 'PLATFORM';
  const uid = isOurs
    ? await services.calendarExport.icalUidOf(tx, hostUuid, meetingUuid)
    : undefined;
  const values: MeetingColumns = {
    icalUid: uid ?? `${meetingUuid}@atrium`,
    ...toColumns(details, details),
    ...columns,
  };
  await tx`insert into meetings ${tx({ tenantUuid: tx.tenantUuid, meetingUuid, ...values })}`;
  const invited = Object.values(parties).flat();
  const participantUuids = await insertParticipants(tx, meetingUuid, invited);
  await recordEvent(tx, {
    eventType: 'meeting.created',
    entityType: 'MEETING',
    entityId: meetingUuid,
    attributes: {
      hostUuid,
      source,
      locationType: details.locationType,
      participantCount: String(invited.length),
    },
  });
  if (isOurs) {
    const invitations = { meetingUuid, method: 'REQUEST', participantUuids, sequence: 0 } as const;
    await queueInvitations(tx, invitations);
    const meeting = { meetingUuid, hostUuid, externalSyncStatus: 'NOT_APPLICABLE' as const };
    await exportChange(tx, services, meeting, 'CREATE');
  }
  return meetingUuid;
}
