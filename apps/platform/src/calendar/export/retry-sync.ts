import type { Tx } from '../../database/transaction.ts';
import { lockSeenMeeting, requireAllowed } from '../../meetings/find-meeting.ts';
import type { Viewer } from '../../meetings/meeting-access.ts';
import { type Outcomes, withEach } from '../../several-records.ts';
import { saveSyncState } from './push-queries.ts';
import { queueExport } from './queue-export.ts';

/**
 * Queues a meeting for its host's calendar once more; `isQueued` is false where the host has ended the connection
 * in the same moment. Throws NOT_FOUND, FORBIDDEN and SYNC_NOT_RETRYABLE.
 */
export async function retrySync(tx: Tx, viewer: Viewer, meetingUuid: string) {
  const meeting = await lockSeenMeeting(tx, viewer, meetingUuid);
  requireAllowed('retrySync', meeting);
  const { hostUuid, lastSyncOperation } = meeting;
  const operation = lastSyncOperation ?? 'CREATE';
  const isQueued = await queueExport(tx, { meetingUuid, hostUuid, operation });
  return { hostUuid, operation, isQueued };
}

/** Queues several meetings once more, which are PENDING until a worker has brought them out. */
export function retrySyncs(
  tx: Tx,
  viewer: Viewer,
  meetingUuids: readonly string[],
): Promise<Outcomes> {
  return withEach(tx, meetingUuids, async (meetingUuid) => {
    const { operation, isQueued } = await retrySync(tx, viewer, meetingUuid);
    if (!isQueued) return;
    const state = { externalSyncStatus: 'PENDING', lastSyncOperation: operation } as const;
    await saveSyncState(tx, [meetingUuid], state);
  });
}
