import { changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { exportChange, type MeetingServices, type Origin } from './export-change.ts';
import { queueInvitations } from './invitations/queue-invitations.ts';
import type { MeetingRow } from './schemas.ts';

/** Cancels a locked, active meeting, whoever did it: row, event, mails and export. */
export async function saveCancellation(
  tx: Tx,
  services: MeetingServices,
  meeting: MeetingRow,
  origin: Origin,
): Promise<void> {
  const { meetingUuid, participants, externallyOrganized } = meeting;
  const [{ sequence }] = await tx<[{ sequence: number }]>`
    update meetings set status = 'CANCELED', canceled_at = change_time(),
           version = version + 1, sequence = sequence + 1
     where meeting_uuid = ${meetingUuid} returning sequence`;
  await recordEvent(tx, {
    eventType: 'meeting.canceled',
    entityType: 'MEETING',
    entityId: meetingUuid,
    attributes: { participantCount: String(participants.length) },
    changes: changesOf(meeting, { status: 'CANCELED' }),
  });
  if (!externallyOrganized) {
    const participantUuids = participants.map((each) => each.participantUuid);
    await queueInvitations(tx, {
      meetingUuid,
      method: 'CANCEL',
      participantUuids,
      sequence,
    });
  }
  if (origin === 'PLATFORM') await exportChange(tx, services, meeting, 'DELETE');
}
