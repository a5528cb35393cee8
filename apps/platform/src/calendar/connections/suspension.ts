import type { ProviderName } from '../../calendar-providers.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { listPersonal } from '../../meetings/personal-events.ts';
import { queueAnew } from '../export/queue-export.ts';
import type { ConnectionView } from './connection-schemas.ts';

/**
 * The meetings that a suspended import would cancel: since when it waits, their number, and the
 * next 50.
 */
type Suspension = NonNullable<ConnectionView['suspended']>;

const mostShown = 50;

/** Finds the meetings that wait for a decision about a connection; null when none does. */
export async function findSuspension(tx: Tx, connectionUuid: string): Promise<Suspension | null> {
  const [found] = await tx<{ since: string; total: number }[]>`
    select record_time(suspended_at) as since, cardinality(suspended_meetings) as total
      from calendar_connections
     where connection_uuid = ${connectionUuid} and suspended_at is not null and status = 'CONNECTED'`;
  if (!found) return null;
  const meetings = await tx<Suspension['meetings']>`
    select m.meeting_uuid, m.title, to_char(m.start_local, 'YYYY-MM-DD"T"HH24:MI:SS') as start_date_time
      from calendar_connections c join meetings m
        on m.tenant_uuid = c.tenant_uuid and m.meeting_uuid = any(c.suspended_meetings)
     where c.connection_uuid = ${connectionUuid}
     order by m.starts_at, m.meeting_uuid limit ${mostShown}`;
  return { ...found, meetings: [...meetings] };
}

export async function isSuspended(tx: Tx, connectionUuid: string): Promise<boolean> {
  const [row] = await tx<{ suspended: boolean }[]>`
    select suspended_at is not null as suspended from calendar_connections
     where connection_uuid = ${connectionUuid}`;
  return row?.suspended ?? false;
}

/**
 * Ends the suspension of a locked connection as the person decided: APPLY lets the next pull cancel
 * what was shown, KEEP writes the events of those meetings anew. False when nothing is suspended.
 */
export async function decideSuspension(
  tx: Tx,
  { connectionUuid, provider }: { connectionUuid: string; provider: ProviderName },
  decision: 'APPLY' | 'KEEP',
): Promise<boolean> {
  const [suspended] = await tx<{ meetings: string[] }[]>`
    select suspended_meetings as meetings from calendar_connections
     where connection_uuid = ${connectionUuid} and suspended_at is not null`;
  if (!suspended) return false;
  const { meetings } = suspended;
  await tx`
    update calendar_connections
       set suspended_at = null, suspended_meetings = null, last_error = null, next_pull_at = now(),
           approved_removals = case ${decision}
             when 'APPLY' then coalesce(approved_removals, '{}') || ${meetings}::uuid[]
             else approved_removals end
     where connection_uuid = ${connectionUuid}`;
  const personal = await listPersonal(tx, meetings);
  if (decision === 'KEEP') await queueAnew(tx, connectionUuid, meetings);
  await recordEvent(tx, {
    eventType: 'calendar.suspension_decided',
    entityType: 'CALENDAR_CONNECTION',
    entityId: connectionUuid,
    attributes: { provider, decision, meetingCount: String(meetings.length - personal.length) },
  });
  tx.afterCommit('calendar');
  return true;
}
