import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import type { ConnectionRow } from './connection-queries.ts';

type EndReason = 'USER' | 'REPLACED' | 'AUTH_EXPIRED' | 'USER_GONE';

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
  const revoked = reason === 'AUTH_EXPIRED';
  // A worker that still has it in hand loses its lease with it, and writes no more.
  const ended = await tx`
    update calendar_connections
       set status = 'DISCONNECTED', disconnected_at = now(), disconnect_reason = ${reason},
           lease_token = null, lease_until = null
           ${revoked ? tx`, last_error = 'AUTH_EXPIRED'` : tx``}
     where connection_uuid = ${connectionUuid} and status = 'CONNECTED'`;
  if (ended.count === 0) return;
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
