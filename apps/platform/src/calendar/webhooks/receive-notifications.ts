import { randomUUIDv7 } from 'node:crypto';
import type { ProviderName } from '../../calendar-providers.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Notification } from '../providers/webhook.ts';
import { hashSecret } from '../worker/keep-channels.ts';

/**
 * Stores notifications in one statement, so that none is lost however the sync goes. Returns how
 * many were of a channel that this provider has, with its secret. A channel that was given up is
 * stopped (again), and says nothing new.
 */
export async function receiveNotifications(
  tx: Tx,
  provider: ProviderName,
  notifications: readonly Notification[],
): Promise<number> {
  if (notifications.length === 0) return 0;
  const received = notifications.map(({ channelUuid, secret, kind, externalId, resourceId }) => ({
    notification_uuid: randomUUIDv7(),
    channel_uuid: channelUuid,
    secret_hash: hashSecret(secret).toString('hex'),
    kind,
    external_id: externalId ?? null,
    resource_id: resourceId ?? null,
  }));
  const [stored] = await tx<[{ known: number; waiting: number }]>`
    with received as (
      select * from jsonb_to_recordset(${tx.json(received)}) as r (
        notification_uuid uuid, channel_uuid uuid, secret_hash text, kind text, external_id text, resource_id text)
    ), known as (
      select h.tenant_uuid, h.connection_uuid, r.*, h.state in ('CLOSED', 'FAILED') as is_over
        from received r join calendar_channels h using (channel_uuid)
        join calendar_connections c on c.tenant_uuid = h.tenant_uuid and c.connection_uuid = h.connection_uuid
       where c.provider = ${provider} and h.secret_hash = decode(r.secret_hash, 'hex')
    ), heard as (
      update calendar_channels h
         set last_notification_at = now(),
             external_id = coalesce(h.external_id, k.external_id),
             resource_id = coalesce(h.resource_id, k.resource_id),
             state = case when k.is_over then 'CLOSING' else h.state end,
             due_at = case when k.is_over or k.has_ended then now() else h.due_at end,
             expires_at = case when k.has_ended then now() else h.expires_at end
        from (select channel_uuid, bool_or(is_over) as is_over, bool_or(kind = 'ENDED') as has_ended,
                     min(external_id) as external_id, min(resource_id) as resource_id
                from known group by channel_uuid) k
       where h.channel_uuid = k.channel_uuid
    ), waiting as (
      insert into calendar_notifications (tenant_uuid, notification_uuid, connection_uuid, channel_uuid, kind)
      select tenant_uuid, notification_uuid, connection_uuid, channel_uuid,
             case kind when 'CHANGED' then 'CHANGED' else 'MISSED' end
        from known where kind <> 'HELLO' and not is_over
      returning 1
    )
    select (select count(*)::int from known) as known, (select count(*)::int from waiting) as waiting`;
  if (stored.waiting > 0) tx.afterCommit('calendar');
  return stored.known;
}
