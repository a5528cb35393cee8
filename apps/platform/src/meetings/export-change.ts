import { queueExport, type SyncOperation } from '../calendar/export/queue-export.ts';
import type { Tx } from '../database/db.ts';
import type { Services } from '../services.ts';
import { markSync } from './queries.ts';
import type { MeetingRow } from './schemas.ts';

/** Where a change came from: what a provider told us is not told back to it. */
export type Origin = 'PLATFORM' | 'PROVIDER';

type Synced = Pick<MeetingRow, 'meetingUuid' | 'hostUuid' | 'externalSyncStatus'>;

/**
 * Queues a change for the host's connected calendar. One that was synced stays SYNCED until the
 * sync has run, any other becomes PENDING; a meeting that is internal only remains so.
 */
export async function exportChange(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  meeting: Synced,
  operation: SyncOperation,
): Promise<void> {
  const { meetingUuid, hostUuid, externalSyncStatus } = meeting;
  if (operation !== 'CREATE' && externalSyncStatus === 'NOT_APPLICABLE') return;
  const queued = await queueExport(tx, services, { meetingUuid, hostUuid, operation });
  if (queued) await markSync(tx, meetingUuid, operation);
}
