import type { Tx } from '../../database/transaction.ts';
import type { ConnectionRef } from '../connections/connection-queries.ts';
import type { Due } from './serve-connection.ts';

/** The connections with something to do that nobody works on, over all tenants. */
export function listDueConnections(tx: Tx, limit: number) {
  return tx<ConnectionRef[]>`
    select c.tenant_uuid, c.connection_uuid from calendar_connections c
      join tenants t on t.tenant_uuid = c.tenant_uuid
      join accounts a on a.tenant_uuid = c.tenant_uuid and a.user_uuid = c.user_uuid
     where (c.tenant_uuid, c.connection_uuid) in (
             select tenant_uuid, connection_uuid from calendar_connections
              where status = 'CONNECTED' and next_pull_at <= now()
             union
             select tenant_uuid, connection_uuid from calendar_pushes where next_try_at <= now()
             union
             select tenant_uuid, connection_uuid from calendar_notifications where handled_at is null
             union
             select tenant_uuid, connection_uuid from calendar_channels where due_at <= now()
             union
             select tenant_uuid, connection_uuid from calendar_tokens where revoke_at <= now())
       and (c.lease_until is null or c.lease_until < now())
       and (c.paused_until is null or c.paused_until < now())
       and t.is_active and t.deleted_at is null
       and (c.status = 'CONNECTED' and a.is_active and a.deleted_at is null
            or exists (select from calendar_channels h
                        where h.tenant_uuid = c.tenant_uuid and h.connection_uuid = c.connection_uuid
                          and h.state = 'CLOSING' and h.due_at <= now())
            or ${isGrantToEnd(tx)})
     order by c.next_pull_at limit ${limit}`;
}

/** What is due for one connection. */
export async function findDue(tx: Tx, connectionUuid: string): Promise<Due> {
  const [due] = await tx<Due[]>`
    select connected and not paused
             and (not exists (select from calendar_channels h
                               where h.connection_uuid = c.connection_uuid and h.due_at > now()
                                 and h.state in ('OPEN', 'OPENING', 'FAILED'))
                  or exists (select from calendar_channels h
                              where h.connection_uuid = c.connection_uuid and h.due_at <= now()))
             or exists (select from calendar_channels h
                         where h.connection_uuid = c.connection_uuid and h.state = 'CLOSING' and h.due_at <= now())
             or ${isGrantToEnd(tx)}
             as channels,
           connected and not paused
             and (c.next_pull_at <= now()
                  or exists (select from calendar_notifications n
                              where n.connection_uuid = c.connection_uuid and n.handled_at is null)) as pull,
           connected and not paused
             and exists (select from calendar_pushes p
                          where p.connection_uuid = c.connection_uuid and p.next_try_at <= now()) as pushes
      from calendar_connections c
      cross join lateral (select c.status = 'CONNECTED' as connected,
                                 coalesce(c.paused_until > now(), false) as paused) s
     where c.connection_uuid = ${connectionUuid}`;
  return due ?? { channels: false, pull: false, pushes: false };
}

/** Whether nothing of a disconnected calendar is left to stop, and its grant is to be ended. */
const isGrantToEnd = (tx: Tx) => tx`
  exists (select from calendar_tokens k
           where k.tenant_uuid = c.tenant_uuid and k.connection_uuid = c.connection_uuid
             and k.revoke_at <= now() and c.status = 'DISCONNECTED')
  and not exists (select from calendar_channels h
                   where h.tenant_uuid = c.tenant_uuid and h.connection_uuid = c.connection_uuid
                     and h.state = 'CLOSING')`;
