import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { type ConnectionRow, type EndReason, endConnection } from './connection-queries.ts';

/**
 * Ends a connection; its links stay for when it is connected again. The worker stops the push
 * channels, then ends the grant at the provider and deletes the tokens. When the grant is gone
 * already there is nothing to stop, and the worker fails the meetings that wait.
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
  if (revoked) await tx`delete from calendar_tokens where connection_uuid = ${connectionUuid}`;
  else
    await tx`update calendar_tokens set revoke_at = now() where connection_uuid = ${connectionUuid}`;
  await tx`delete from calendar_busy where connection_uuid = ${connectionUuid}`;
  await recordEvent(tx, {
    eventType: 'calendar.disconnected',
    entityType: 'CALENDAR_CONNECTION',
    entityId: connectionUuid,
    attributes: { provider, reason },
  });
  tx.afterCommit('calendar');
}
