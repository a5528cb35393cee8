import type { Tx } from '../../database/transaction.ts';
import { lockSeenMeeting, requireAllowed } from '../../meetings/find-meeting.ts';
import type { Viewer } from '../../meetings/meeting-access.ts';
import { type Outcomes, withEach } from '../../several-records.ts';
import { saveSyncState } from './push-queries.ts';
import { queueExport } from './queue-export.ts';

/** Queues a meeting for its host's calendar once more. Throws NOT_FOUND, FORBIDDEN and SYNC_NOT_RETRYABLE. */
export async function retrySync(tx: Tx, viewer: Viewer, meetingUuid: string) {
  const meeting = await lockSeenMeeting(tx, viewer, meetingUuid);
  requireAllowed('retrySync', meeting);
  const { hostUuid, lastSyncOperation } = meeting;
  const operation = lastSyncOperation ?? 'CREATE';
  await queueExport(tx, { meetingUuid, hostUuid, operation });
  return { hostUuid, operation };
}

/** Queues several meetings once more, which are PENDING until a worker has brought them out. */
export function retrySyncs(
  tx: Tx,
  viewer: Viewer,
  meetingUuids: readonly string[],
): Promise<Outcomes> {
  return withEach(tx, meetingUuids, async (meetingUuid) => {
    const { operation } = await retrySync(tx, viewer, meetingUuid);
    const state = { externalSyncStatus: 'PENDING', lastSyncOperation: operation } as const;
    await saveSyncState(tx, [meetingUuid], state);
  });
}
