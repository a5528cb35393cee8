import type { Tx } from '../../db.ts';
import { recordEvent } from '../../events.ts';
import { type ConnectionRow, endConnection } from './connection-queries.ts';

/**
 * Ends a connection; its links stay for when it is taken up again. Push channels are stopped by
 * the worker, which then forgets the tokens; when the grant is gone there is nothing to stop, and
 * the meetings that waited fail with AUTH_EXPIRED.
 */
export async function disconnectCalendar(
  tx: Tx,
  { connectionUuid, provider }: Pick<ConnectionRow, 'connectionUuid' | 'provider'>,
  reason: 'USER' | 'REPLACED' | 'AUTH_EXPIRED',
): Promise<void> {
  if (!(await endConnection(tx, connectionUuid, reason))) return;
  const revoked = reason === 'AUTH_EXPIRED';
  await tx`
    update calendar_channels
       set state = ${revoked ? 'CLOSED' : 'CLOSING'}, due_at = ${revoked ? null : tx`now()`}
     where connection_uuid = ${connectionUuid} and state in ('OPENING', 'OPEN', 'CLOSING')`;
  await tx`
    delete from calendar_tokens t where t.connection_uuid = ${connectionUuid}
       and (${revoked} or not exists (
         select from calendar_channels c
          where c.connection_uuid = t.connection_uuid and c.state = 'CLOSING'))`;
  await tx`delete from calendar_busy where connection_uuid = ${connectionUuid}`;
  if (revoked) await failWaiting(tx, connectionUuid);
  await recordEvent(tx, {
    eventType: 'calendar.disconnected',
    entityType: 'CALENDAR_CONNECTION',
    entityId: connectionUuid,
    attributes: { provider, reason },
  });
  tx.wake('calendar');
}

async function failWaiting(tx: Tx, connectionUuid: string): Promise<void> {
  const waiting = await tx<{ meetingUuid: string }[]>`
    select meeting_uuid from calendar_pushes where connection_uuid = ${connectionUuid}
     order by meeting_uuid`;
  await failMeetings(
    tx,
    waiting.map(({ meetingUuid }) => meetingUuid),
  );
}

/** Marks that meetings cannot reach their calendar before it is connected again. */
export async function failMeetings(tx: Tx, meetingUuids: readonly string[]): Promise<void> {
  await tx`
    update meetings
       set external_sync_status = 'FAILED', sync_failed_at = now(), sync_failure_code = 'AUTH_EXPIRED',
           sync_failure_reason = 'The calendar has to be connected again'
     where meeting_uuid = any(${[...meetingUuids]})`;
  for (const meetingUuid of meetingUuids)
    await recordEvent(tx, {
      eventType: 'meeting.sync_failed',
      entityType: 'MEETING',
      entityId: meetingUuid,
      attributes: { code: 'AUTH_EXPIRED' },
    });
}
