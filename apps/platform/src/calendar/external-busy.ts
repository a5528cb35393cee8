import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type {
  ExternalBusy,
  ExternalStatus,
  ExternalTimes,
  Range,
} from '../meetings/availability/external-busy.ts';

// A calendar is pulled every twenty minutes at least: what is older than this was missed twice.
const freshMinutes = 45;

/**
 * Says what connected calendars say of users in a range; a user without one is not in the answer. Read
 * from what the last pull kept, so that asking never waits for a provider. A calendar that has not
 * been read for a while, that was never read to the end, or whose window does not cover the range
 * is UNKNOWN, and so is one whose grant expired: it is never free by accident.
 */
export const externalBusy: ExternalBusy = {
  async findStatuses(tx, userUuids, range) {
    const rows = await tx<{ userUuid: string; status: ExternalStatus }[]>`
      select c.user_uuid,
             case when exists (select ${busyIn(tx, range)}) then 'BUSY'
                  when ${readable(tx, range)} then 'AVAILABLE'
                  else 'UNKNOWN' end as status
        from calendar_connections c
       where ${connected(tx, userUuids)}`;
    return new Map(rows.map(({ userUuid, status }) => [userUuid, status]));
  },

  async listTimes(tx, userUuids, range) {
    const rows = await tx<({ userUuid: string } & ExternalTimes)[]>`
      select c.user_uuid, coalesce(${readable(tx, range)}, false) as is_readable,
             (select coalesce(jsonb_agg(jsonb_build_object(
                       'from', (extract(epoch from b.starts_at) * 1000)::bigint,
                       'to', (extract(epoch from b.ends_at) * 1000)::bigint)), '[]')
                ${busyIn(tx, range)}) as busy
        from calendar_connections c
       where ${connected(tx, userUuids)}`;
    return new Map(rows.map(({ userUuid, isReadable, busy }) => [userUuid, { isReadable, busy }]));
  },
};

const busyIn = (tx: Tx, { from, to }: Range): Fragment => tx`
  from calendar_busy b
 where b.tenant_uuid = c.tenant_uuid and b.connection_uuid = c.connection_uuid
   and b.starts_at < ${to}::timestamptz and b.ends_at > ${from}::timestamptz`;

const readable = (tx: Tx, { from, to }: Range): Fragment => tx`(
  c.status = 'CONNECTED'
  and (c.sync_token is not null or c.last_full_at >= c.connected_at)
  and c.last_synced_at > now() - make_interval(mins => ${freshMinutes})
  and c.window_from <= ${from}::timestamptz and c.window_to >= ${to}::timestamptz)`;

const connected = (tx: Tx, userUuids: readonly string[]): Fragment => tx`
  c.user_uuid = any(${[...userUuids]})
  and (c.status = 'CONNECTED' or ${isToBeRenewed(tx)})`;

/** Returns whether the provider ended a connection `c`, which its owner has not renewed since. */
export const isToBeRenewed = (tx: Tx): Fragment => tx`
  (c.disconnect_reason = 'AUTH_EXPIRED' and not exists (
    select from calendar_connections o
     where o.tenant_uuid = c.tenant_uuid and o.user_uuid = c.user_uuid
       and (o.status = 'CONNECTED' or o.disconnected_at > c.disconnected_at)))`;
