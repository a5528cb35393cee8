import { randomUUID } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import { hashSecret } from '../channel-secret.ts';
import { findConnection } from '../connections/connection-queries.ts';
import { spread } from '../import/pull-changes.ts';
import { pullSoon } from '../import/pull-queries.ts';
import { ProviderError } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';

type Channel = {
  channelUuid: string;
  state: 'OPENING' | 'OPEN' | 'CLOSING';
  externalId: string | null;
  resourceId: string | null;
  isDue: boolean;
  isLive: boolean;
};

const lifeDays = 6;
const retrySeconds = 600;
const soonSeconds = 60;

/**
 * Keeps a push channel open: the first one, and a new one when the old is between half and three
 * quarters through its life, which is stopped only then. Where none can be opened the regular pull
 * remains, and it is tried again after some minutes.
 */
export async function keepChannels(context: SyncContext): Promise<void> {
  const { lease } = context;
  const { connectionUuid } = lease;
  const channels = await lease.inTenant((tx) => listChannels(tx, connectionUuid));
  for (const channel of channels.filter(({ state, isDue }) => state === 'CLOSING' && isDue))
    await close(context, channel);
  // Read now: it may have been disconnected since the lease was taken.
  const connection = await lease.inTenant((tx) => findConnection(tx, connectionUuid));
  if (connection?.status !== 'CONNECTED') {
    const open = await lease.inTenant((tx) => listChannels(tx, connectionUuid));
    if (!open.some(({ state }) => state === 'CLOSING')) await context.endGrant();
    return;
  }
  // Two may be open when a worker died between opening the new and giving up the old.
  const fresh = channels.find(({ state, isDue, isLive }) => state === 'OPEN' && isLive && !isDue);
  const isRenewal = channels.some(({ state, isLive }) => state === 'OPEN' && isLive);
  if (!fresh && !(await openChannel(context, isRenewal))) return;
  const others = channels.filter((each) => each !== fresh && each.state !== 'CLOSING');
  await lease.inTenant((tx) => closeAll(tx, connectionUuid, others));
}

function listChannels(tx: Tx, connectionUuid: string) {
  return tx<Channel[]>`
    select channel_uuid, state, external_id, resource_id, coalesce(due_at <= now(), false) as is_due,
           coalesce(expires_at > now(), false) as is_live
      from calendar_channels
     where connection_uuid = ${connectionUuid} and state in ('OPENING', 'OPEN', 'CLOSING')`;
}

/** Opens a channel; its row is committed before the provider hears of it, so its first message finds it. */
async function openChannel(
  { lease, client, address, channelSecrets }: SyncContext,
  isRenewal: boolean,
): Promise<boolean> {
  const { tenantUuid, connectionUuid } = lease;
  const channelUuid = randomUUID();
  const secret = channelSecrets.newSecret(channelUuid);
  const expiresAt = Temporal.Now.instant()
    .add({ hours: lifeDays * 24 })
    .toString();
  await lease.inTenant(async (tx) => {
    await tx`
      update calendar_channels set due_at = null
       where connection_uuid = ${connectionUuid} and state = 'FAILED'`;
    await tx`
      insert into calendar_channels
        (tenant_uuid, channel_uuid, connection_uuid, secret_hash, expires_at, due_at)
      values (${tenantUuid}, ${channelUuid}, ${connectionUuid}, ${hashSecret(secret)}, ${expiresAt},
              now() + make_interval(secs => ${retrySeconds}))`;
  });
  try {
    const opened = await client.watch({ channelUuid, secret, address, expiresAt });
    await lease.inTenant(async (tx) => {
      const life = Date.parse(opened.expiresAt) - Date.now();
      const renewSeconds = (life / 1000) * (0.5 + Math.random() / 4);
      await tx`
        update calendar_connections set last_error = null
         where connection_uuid = ${connectionUuid} and last_error like 'PUSH_%'`;
      // Changes between the last pull and now were told to nobody.
      if (!isRenewal) await pullSoon(tx, connectionUuid);
      await tx`
        update calendar_channels
           set external_id = ${opened.externalId}, resource_id = ${opened.resourceId},
               expires_at = ${opened.expiresAt}, state = case state when 'OPENING' then 'OPEN' else state end,
               due_at = now() + make_interval(secs => case state when 'OPENING' then ${renewSeconds}::float8 else 0 end)
         where channel_uuid = ${channelUuid}`;
    });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'AUTH') throw error;
    // A subscription may have been made whose answer was lost: unknown, it expires by itself.
    await lease.inTenant(async (tx) => {
      const seconds = error.kind === 'RETRY' ? soonSeconds : retrySeconds;
      await tx`
        update calendar_channels
           set state = case channel_uuid when ${channelUuid} then 'FAILED' else state end,
               due_at = now() + make_interval(secs => ${seconds})
         where connection_uuid = ${connectionUuid}
           and (channel_uuid = ${channelUuid} or state in ('OPEN', 'OPENING') and due_at <= now())`;
      await tx`
        update calendar_connections set last_error = ${`PUSH_${error.code}`}
         where connection_uuid = ${connectionUuid}`;
    });
    return false;
  }
}

async function closeAll(tx: Tx, connectionUuid: string, others: readonly Channel[]) {
  const channelUuids = others.map((each) => each.channelUuid);
  await tx`
    update calendar_channels set state = 'CLOSING', due_at = now()
     where connection_uuid = ${connectionUuid} and channel_uuid = any(${channelUuids})`;
}

async function close({ lease, client }: SyncContext, channel: Channel): Promise<void> {
  const { channelUuid } = channel;
  const stopped = await client.stop(channelUuid, channel).then(
    () => true,
    (error) => !channel.isLive || !(error instanceof ProviderError) || error.kind !== 'RETRY',
  );
  await lease.inTenant(
    (tx) => tx`
      update calendar_channels
         set state = ${stopped ? 'CLOSED' : 'CLOSING'},
             due_at = ${stopped ? null : tx`now() + make_interval(secs => ${spread(retrySeconds)})`}
       where channel_uuid = ${channelUuid}`,
  );
}
