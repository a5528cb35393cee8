import { randomUUIDv7 } from 'node:crypto';
import type { ProviderName } from '../../calendar-providers.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { lockConnected } from './connection-queries.ts';
import { disconnectCalendar } from './disconnect-calendar.ts';
import type { Tokens } from './oauth.ts';
import type { TokenCipher } from './token-cipher.ts';
import { saveTokens } from './token-store.ts';

type Granted = {
  userUuid: string;
  provider: ProviderName;
  accountId: string;
  email: string;
  tokens: Tokens;
};

/**
 * Connects a user's calendar and returns the connection's identifier. An account that was connected
 * before keeps its links; another one that is connected is disconnected. Exports that waited go on.
 */
export async function connectCalendar(
  tx: Tx,
  cipher: TokenCipher,
  { tokens, ...granted }: Granted,
): Promise<string> {
  const { userUuid, provider, accountId } = granted;
  await tx`select pg_advisory_xact_lock(hashtextextended(${`calendar ${tx.tenantUuid} ${userUuid}`}, 0))`;
  const connected = await lockConnected(tx, userUuid);
  const [same] = await tx<{ connectionUuid: string }[]>`
    select connection_uuid from calendar_connections
     where user_uuid = ${userUuid} and provider = ${provider} and account_id = ${accountId}`;
  if (connected && connected.connectionUuid !== same?.connectionUuid)
    await disconnectCalendar(tx, connected, 'REPLACED');
  const { tenantUuid } = tx;
  const row = { tenantUuid, connectionUuid: randomUUIDv7(), status: 'CONNECTED', ...granted };
  const [{ connectionUuid }] = await tx<[{ connectionUuid: string }]>`
    insert into calendar_connections ${tx(row)}
    on conflict (tenant_uuid, user_uuid, provider, account_id) do update
      set status = 'CONNECTED', email = excluded.email, connected_at = now(), disconnected_at = null,
          disconnect_reason = null, sync_token = null, last_error = null, failures = 0,
          next_pull_at = now(), paused_until = null, suspended_at = null, suspended_meetings = null,
          approved_removals = null, export_failures = 0, export_paused_until = null, export_error = null
    returning connection_uuid`;
  await saveTokens(tx, cipher, { tenantUuid, connectionUuid }, tokens);
  await queueMissedExports(tx, userUuid, connectionUuid);
  await recordEvent(tx, {
    eventType: 'calendar.connected',
    entityType: 'CALENDAR_CONNECTION',
    entityId: connectionUuid,
    attributes: { provider },
  });
  tx.afterCommit('calendar');
  return connectionUuid;
}

/** Queues what failed or changed while the calendar was away, and what still waited for it. */
async function queueMissedExports(tx: Tx, userUuid: string, connectionUuid: string): Promise<void> {
  await tx`
    update calendar_pushes p set connection_uuid = ${connectionUuid}, attempts = 0, next_try_at = now()
      from calendar_connections c
     where c.user_uuid = ${userUuid} and p.connection_uuid = c.connection_uuid`;
  await tx`
    insert into calendar_pushes (tenant_uuid, meeting_uuid, connection_uuid, operation, changed_at)
    select m.tenant_uuid, m.meeting_uuid, ${connectionUuid},
           case when m.status = 'CANCELED' then 'DELETE' when l.meeting_uuid is null then 'CREATE' else 'UPDATE' end,
           m.updated_at
      from meetings m
      left join calendar_links l
        on l.tenant_uuid = m.tenant_uuid and l.meeting_uuid = m.meeting_uuid
       and l.connection_uuid = ${connectionUuid} and not l.is_copy
     where m.host_uuid = ${userUuid} and m.ends_at > now() and not m.externally_organized
       and (m.external_sync_status in ('PENDING', 'FAILED') or l.pushed_version < m.version)
       and l.gone_at is null
    on conflict do nothing`;
  await tx`
    update meetings m set external_sync_status = 'PENDING'
      from calendar_pushes p
     where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
       and p.connection_uuid = ${connectionUuid} and m.external_sync_status = 'FAILED'`;
}
