import type { Tx } from '../../database/transaction.ts';
import { saveCancellation } from '../../meetings/save-cancellation.ts';
import type { MeetingRow } from '../../meetings/schemas.ts';
import type { Applied } from '../applied.ts';
import { recordAttempt } from '../attempts.ts';
import { saveSyncState } from '../export/push-queries.ts';
import { queueAnew } from '../export/queue-export.ts';
import { type Link, markGone } from '../links.ts';
import type { SyncContext } from '../sync-context.ts';

/**
 * Cancels a meeting whose event was deleted in the calendar, whatever was changed here meanwhile. It
 * stays if another calendar of the tenant has its event too, or if its host has the event in another
 * calendar by now.
 */
export async function cancelByProvider(
  tx: Tx,
  { lease, services }: SyncContext,
  link: Link,
  meeting: MeetingRow,
): Promise<Applied> {
  const { connectionUuid } = lease;
  const { meetingUuid } = meeting;
  if (link.goneAt) return 'skipped';
  await markGone(tx, connectionUuid, link.externalId);
  if (link.isCopy || meeting.status === 'CANCELED') return 'skipped';
  if (meeting.source === 'INTERNAL' && (await wentElsewhere(tx, connectionUuid, meetingUuid))) {
    await queueAnew(tx, connectionUuid, [meetingUuid]);
    return 'skipped';
  }
  if (meeting.source !== 'INTERNAL' && (await handOver(tx, connectionUuid, meetingUuid)))
    return 'skipped';
  const source =
    meeting.source === 'INTERNAL' ? meeting : { ...meeting, externallyOrganized: true };
  await saveCancellation(tx, services, source, 'PROVIDER');
  await tx`delete from calendar_pushes where meeting_uuid = ${meetingUuid}`;
  const state = { externalSyncStatus: 'SYNCED', lastSyncOperation: 'DELETE' } as const;
  await saveSyncState(tx, [meetingUuid], state);
  await recordAttempt(tx, {
    meetingUuid,
    connectionUuid,
    direction: 'INWARD',
    operation: 'DELETE',
    outcome: 'DONE',
    changed: ['status'],
  });
  return 'canceled';
}

/**
 * Returns whether the event was removed while the host had another calendar connected, which has the meeting's
 * event: what was left in this one may be tidied up without the meeting being canceled.
 */
async function wentElsewhere(
  tx: Tx,
  connectionUuid: string,
  meetingUuid: string,
): Promise<boolean> {
  const [other] = await tx`
    select from calendar_connections c
      join calendar_connections o on o.tenant_uuid = c.tenant_uuid and o.user_uuid = c.user_uuid
       and o.connection_uuid <> c.connection_uuid
      join calendar_links l on l.tenant_uuid = o.tenant_uuid and l.connection_uuid = o.connection_uuid
     where c.connection_uuid = ${connectionUuid}
       and coalesce(c.last_full_at < c.connected_at, true)
       and l.meeting_uuid = ${meetingUuid} and not l.is_copy
       and l.gone_at is null and l.retired_at is null`;
  return other !== undefined;
}

/**
 * Returns the condition that another connected calendar has the meeting of a link, so that it goes
 * on there.
 */
export const hasOtherCalendar = (tx: Tx, link: string) => tx`
  exists (select from calendar_links o join calendar_connections oc
                   on oc.tenant_uuid = o.tenant_uuid and oc.connection_uuid = o.connection_uuid
           where o.tenant_uuid = ${tx(link)}.tenant_uuid
             and o.meeting_uuid = ${tx(link)}.meeting_uuid
             and o.connection_uuid <> ${tx(link)}.connection_uuid
             and o.gone_at is null and o.retired_at is null and oc.status = 'CONNECTED')`;

/** Makes another calendar's event the one that speaks for the meeting, if there is one. */
async function handOver(tx: Tx, connectionUuid: string, meetingUuid: string): Promise<boolean> {
  const { count } = await tx`
    update calendar_links l set is_copy = false
      from calendar_connections c
     where l.meeting_uuid = ${meetingUuid} and l.connection_uuid <> ${connectionUuid}
       and l.gone_at is null and l.retired_at is null
       and c.tenant_uuid = l.tenant_uuid and c.connection_uuid = l.connection_uuid
       and c.status = 'CONNECTED'`;
  return count > 0;
}
