import type { Tx } from '../../database/transaction.ts';
import type { HostChanged } from '../../meetings/export-change.ts';
import { saveSyncState } from './push-queries.ts';

/**
 * Moves the events of meetings to the calendar of their new host: those in other calendars are none of
 * the meetings any more and are removed by the worker, and new ones are queued.
 */
export async function changeHost(tx: Tx, { meetingUuids, hostUuid }: HostChanged): Promise<void> {
  const uuids = [...meetingUuids];
  await tx`delete from calendar_pushes where meeting_uuid = any(${uuids})`;
  await retireLinks(tx, uuids);
  // The copy of an invitation, and the event of a meeting that comes back before it was removed.
  await tx`
    delete from calendar_links l using calendar_connections c
     where l.meeting_uuid = any(${uuids}) and l.is_copy and c.tenant_uuid = l.tenant_uuid
       and c.connection_uuid = l.connection_uuid and c.user_uuid = ${hostUuid}`;
  await tx`
    update calendar_links l set retired_at = null, remove_at = null
      from calendar_connections c
     where l.meeting_uuid = any(${uuids}) and l.retired_at is not null
       and c.tenant_uuid = l.tenant_uuid and c.connection_uuid = l.connection_uuid
       and c.user_uuid = ${hostUuid}`;
  const { count } = await tx`
    insert into calendar_pushes (tenant_uuid, meeting_uuid, connection_uuid, operation)
    select c.tenant_uuid, m.meeting_uuid, c.connection_uuid, 'CREATE'
      from calendar_connections c cross join unnest(${uuids}::uuid[]) as m(meeting_uuid)
     where c.user_uuid = ${hostUuid} and c.status = 'CONNECTED'`;
  await saveSyncState(tx, uuids, {
    externalSyncStatus: count > 0 ? 'PENDING' : 'NOT_APPLICABLE',
    lastSyncOperation: count > 0 ? 'CREATE' : null,
  });
  tx.afterCommit('calendar');
}

/** Retires the links of meetings in calendars that are not the host's, so that their events are removed. */
export async function retireLinks(tx: Tx, meetingUuids: readonly string[]): Promise<void> {
  await tx`
    update calendar_links l
       set retired_at = now(), remove_at = case when l.gone_at is null then now() end,
           remove_attempts = 0
      from calendar_connections c, meetings m
     where l.meeting_uuid = any(${[...meetingUuids]}) and not l.is_copy and l.retired_at is null
       and c.tenant_uuid = l.tenant_uuid and c.connection_uuid = l.connection_uuid
       and m.tenant_uuid = l.tenant_uuid and m.meeting_uuid = l.meeting_uuid
       and c.user_uuid <> m.host_uuid`;
}
