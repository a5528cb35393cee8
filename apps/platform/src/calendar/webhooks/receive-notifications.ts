import { randomUUIDv7 } from 'node:crypto';
import type { ProviderName } from '../../calendar-providers.ts';
import type { Tx } from '../../database/transaction.ts';
import { hashSecret } from '../channel-secret.ts';
import type { Notification } from '../providers/webhook.ts';

/**
 * Stores notifications in one statement, so that none is lost however the sync goes. Returns the
 * channels of those whose channel this provider has, with its secret. One without a secret changes
 * nothing of its channel, and leads to a pull only. A channel that was given up is
 * stopped (again), and says nothing new. With `folds`, a notification takes the place of one of its
 * channel that waits: under its new name, so that a pull that has begun leaves it for the next.
 */
export async function receiveNotifications(
  tx: Tx,
  provider: ProviderName,
  notifications: readonly Notification[],
  { folds = false } = {},
): Promise<string[]> {
  if (notifications.length === 0) return [];
  const received = notifications.map(({ channelUuid, secret, kind, externalId, resourceId }) => ({
    notification_uuid: randomUUIDv7(),
    channel_uuid: channelUuid,
    secret_hash: secret === undefined ? null : hashSecret(secret).toString('hex'),
    kind,
    external_id: externalId ?? null,
    resource_id: resourceId ?? null,
  }));
  const [stored] = await tx<[{ known: string[]; waiting: number }]>`
    with received as (
      select * from jsonb_to_recordset(${tx.json(received)}) as r (
        notification_uuid uuid, channel_uuid uuid, secret_hash text, kind text, external_id text, resource_id text)
    ), known as (
      select h.tenant_uuid, h.connection_uuid, r.*, h.state in ('CLOSED', 'FAILED') as is_over
        from received r join calendar_channels h using (channel_uuid)
        join calendar_connections c on c.tenant_uuid = h.tenant_uuid and c.connection_uuid = h.connection_uuid
       where c.provider = ${provider}
         and (r.secret_hash is null or h.secret_hash = decode(r.secret_hash, 'hex'))
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
                from known where secret_hash is not null group by channel_uuid) k
       where h.channel_uuid = k.channel_uuid
    ), telling as (
      select tenant_uuid, notification_uuid, connection_uuid, channel_uuid,
             case kind when 'CHANGED' then 'CHANGED' else 'MISSED' end as kind
        from known where kind <> 'HELLO' and not is_over
    ), folded as (
      update calendar_notifications n
         set notification_uuid = t.notification_uuid, received_at = now()
        from telling t
       where ${folds} and n.handled_at is null and n.tenant_uuid = t.tenant_uuid
         and n.notification_uuid = (
               select w.notification_uuid from calendar_notifications w
                where w.tenant_uuid = t.tenant_uuid and w.connection_uuid = t.connection_uuid
                  and w.channel_uuid = t.channel_uuid and w.kind = t.kind and w.handled_at is null
                limit 1)
      returning n.notification_uuid
    ), waiting as (
      insert into calendar_notifications (tenant_uuid, notification_uuid, connection_uuid, channel_uuid, kind)
      select * from telling where notification_uuid not in (select notification_uuid from folded)
      returning 1
    )
    select array(select channel_uuid from known) as known, (select count(*)::int from waiting) as waiting`;
  if (stored.waiting > 0) tx.afterCommit('calendar');
  return stored.known;
}
