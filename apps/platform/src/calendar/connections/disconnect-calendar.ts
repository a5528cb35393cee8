import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { type ConnectionRow, type EndReason, endConnection } from './connection-queries.ts';

/**
 * Ends a connection; its links stay for when it is taken up again. Push channels are stopped by
 * the worker, which then forgets the tokens; when the grant is gone there is nothing to stop, and
 * the worker fails the meetings that wait.
 */
export async function disconnectCalendar(
  tx: Tx,
  { connectionUuid, provider }: Pick<ConnectionRow, 'connectionUuid' | 'provider'>,
  reason: EndReason,
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
  await recordEvent(tx, {
    eventType: 'calendar.disconnected',
    entityType: 'CALENDAR_CONNECTION',
    entityId: connectionUuid,
    attributes: { provider, reason },
  });
  tx.afterCommit('calendar');
}
