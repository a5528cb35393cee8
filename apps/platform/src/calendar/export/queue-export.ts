import type { ProviderName } from '../../calendar-providers.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CalendarExport, MeetingChanged } from '../../meetings/export-change.ts';
import { providers } from '../providers/registry.ts';
import { changeHost } from './change-host.ts';
import { saveSyncState } from './push-queries.ts';

/**
 * The functions by which meetings tell calendars of their changes; `services.ts` hands them over.
 */
export const calendarExport: CalendarExport = {
  meetingChanged: queueExport,
  hostChanged: changeHost,
  icalUidOf,
};

/**
 * Queues a change for the host's connected calendar, in the transaction of the change itself;
 * false when the host has none. A meeting has one row however often it changes before its turn:
 * what is sent is the meeting as it is by then.
 */
export async function queueExport(
  tx: Tx,
  { meetingUuid, hostUuid, operation }: MeetingChanged,
): Promise<boolean> {
  const { count } = await tx`
    insert into calendar_pushes (tenant_uuid, meeting_uuid, connection_uuid, operation)
    select tenant_uuid, ${meetingUuid}, connection_uuid, ${operation}
      from calendar_connections where user_uuid = ${hostUuid} and status = 'CONNECTED'
    on conflict (tenant_uuid, meeting_uuid) do update
      set connection_uuid = excluded.connection_uuid, revision = calendar_pushes.revision + 1,
          operation = case when calendar_pushes.operation = 'CREATE' and excluded.operation = 'UPDATE'
                           then 'CREATE' else excluded.operation end,
          changed_at = now(), attempts = 0, next_try_at = now()`;
  const waits =
    count === 0 && operation !== 'CREATE' && (await waitForConsent(tx, meetingUuid, hostUuid));
  if (count > 0 || waits) tx.afterCommit('calendar');
  return count > 0;
}

/**
 * Returns the UID of a new meeting's event in the host's calendar, where the provider lets us
 * foresee it.
 */
async function icalUidOf(tx: Tx, hostUuid: string, meetingUuid: string) {
  const [connected] = await tx<{ provider: ProviderName }[]>`
    select provider from calendar_connections
     where user_uuid = ${hostUuid} and status = 'CONNECTED'`;
  return connected && providers[connected.provider].icalUidOf?.(meetingUuid);
}

/**
 * Queues a synced meeting whose calendar was lost: the worker fails it, so that it does not look
 * synced.
 */
async function waitForConsent(tx: Tx, meetingUuid: string, hostUuid: string): Promise<boolean> {
  const { count } = await tx`
    insert into calendar_pushes (tenant_uuid, meeting_uuid, connection_uuid, operation)
    select tenant_uuid, ${meetingUuid}, connection_uuid, 'UPDATE'
      from (select * from calendar_connections where user_uuid = ${hostUuid}
             order by disconnected_at desc limit 1) c
     where c.disconnect_reason = 'AUTH_EXPIRED'
    on conflict (tenant_uuid, meeting_uuid) do update set revision = calendar_pushes.revision + 1`;
  return count > 0;
}

/**
 * Queues the events of meetings to be written anew after they were removed from the calendar: what
 * they were before, an instance of a series or an invitation, they are not any more.
 */
export async function queueAnew(
  tx: Tx,
  connectionUuid: string,
  meetingUuids: readonly string[],
): Promise<void> {
  await tx`
    update calendar_links
       set gone_at = now(), series_id = null, original_start = null, etag = null, answers = '{}'
     where connection_uuid = ${connectionUuid} and meeting_uuid = any(${[...meetingUuids]})
       and gone_at is null`;
  const queued = await tx<{ meetingUuid: string }[]>`
    insert into calendar_pushes (tenant_uuid, meeting_uuid, connection_uuid, operation)
    select tenant_uuid, meeting_uuid, ${connectionUuid}, 'CREATE' from meetings
     where meeting_uuid = any(${[...meetingUuids]}) and status = 'ACTIVE'
       and not exists (select from calendar_links l
                        where l.tenant_uuid = meetings.tenant_uuid
                          and l.connection_uuid = ${connectionUuid}
                          and l.meeting_uuid = meetings.meeting_uuid and l.retired_at is not null)
    on conflict (tenant_uuid, meeting_uuid) do update
      set connection_uuid = excluded.connection_uuid, operation = 'CREATE',
          revision = calendar_pushes.revision + 1, attempts = 0, next_try_at = now()
    returning meeting_uuid`;
  await saveSyncState(
    tx,
    queued.map(({ meetingUuid }) => meetingUuid),
    { externalSyncStatus: 'PENDING', lastSyncOperation: 'CREATE' },
  );
}
