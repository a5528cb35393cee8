import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { lacksEvent } from '../../meetings/meeting-access.ts';
import { saveSyncState } from './push-queries.ts';

type Connected = { connectionUuid: string; provider: string };

/**
 * Queues the meetings ahead of a person that have no event in the calendar that they have connected,
 * and returns how many: once more, only what is left. Providers are asked to mail nobody, as with
 * every event that is written there.
 */
export async function exportUpcoming(
  tx: Tx,
  userUuid: string,
  { connectionUuid, provider }: Connected,
): Promise<number> {
  const queued = await tx<{ meetingUuid: string }[]>`
    insert into calendar_pushes (tenant_uuid, meeting_uuid, connection_uuid, operation)
    select m.tenant_uuid, m.meeting_uuid, ${connectionUuid}, 'CREATE'
      from meetings m where m.host_uuid = ${userUuid} and ${lacksEvent(tx)}
    on conflict do nothing
    returning meeting_uuid`;
  if (queued.length === 0) return 0;
  await saveSyncState(
    tx,
    queued.map(({ meetingUuid }) => meetingUuid),
    { externalSyncStatus: 'PENDING', lastSyncOperation: 'CREATE' },
  );
  await recordEvent(tx, {
    eventType: 'calendar.upcoming_exported',
    entityType: 'CALENDAR_CONNECTION',
    entityId: connectionUuid,
    attributes: { provider, meetingCount: String(queued.length) },
  });
  tx.afterCommit('calendar');
  return queued.length;
}
