import { randomUUIDv7, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import type { ProviderName } from '../providers/provider.ts';
import { hashSecret } from '../worker/keep-channels.ts';

/** A notice as a provider sent it: which channel, its secret, and whether others were lost. */
export type Notice = {
  channelUuid: string;
  secret: string | undefined;
  kind: 'CHANGED' | 'MISSED' | 'ENDED' | 'HELLO';
  /** What the provider calls the channel: it is stopped by that. */
  externalId?: string | undefined;
  resourceId?: string | undefined;
};

type Channel = { tenantUuid: string; connectionUuid: string; secretHash: Buffer; state: string };

/** One that was given up and speaks all the same is to be stopped (again). */
const isOver = (state: string) => state === 'CLOSED' || state === 'FAILED';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Stores a notice, so that it is not lost however the sync goes. False when its channel is not
 * known to this provider or the secret is wrong; one of a channel that was stopped says nothing new
 * and is let pass.
 */
export async function receiveNotice(
  tx: Tx,
  provider: ProviderName,
  { channelUuid, secret, kind, externalId, resourceId }: Notice,
): Promise<boolean> {
  if (!uuid.test(channelUuid)) return false;
  const [channel] = await tx<Channel[]>`
    select h.tenant_uuid, h.connection_uuid, h.secret_hash, h.state
      from calendar_channels h
      join calendar_connections c on c.tenant_uuid = h.tenant_uuid and c.connection_uuid = h.connection_uuid
     where h.channel_uuid = ${channelUuid} and c.provider = ${provider}`;
  if (!channel) return false;
  if (secret === undefined || !timingSafeEqual(hashSecret(secret), channel.secretHash))
    return false;
  const { tenantUuid, connectionUuid, state } = channel;
  await tx`
    update calendar_channels
       set last_notification_at = now(), external_id = coalesce(external_id, ${externalId ?? null}),
           resource_id = coalesce(resource_id, ${resourceId ?? null})
           ${kind === 'ENDED' ? tx`, due_at = now(), expires_at = now()` : tx``}
           ${isOver(state) ? tx`, state = 'CLOSING', due_at = now()` : tx``}
     where channel_uuid = ${channelUuid}`;
  if (kind === 'HELLO' || isOver(state)) return true;
  await tx`
    insert into calendar_notifications (tenant_uuid, notification_uuid, connection_uuid, channel_uuid, kind)
    values (${tenantUuid}, ${randomUUIDv7()}, ${connectionUuid}, ${channelUuid},
            ${kind === 'CHANGED' ? 'CHANGED' : 'MISSED'})`;
  tx.afterCommit('calendar');
  return true;
}
