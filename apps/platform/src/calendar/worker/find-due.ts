import type { Tx } from '../../database/transaction.ts';
import type { ConnectionRef } from '../connections/connection-queries.ts';

/** The work of a connection that has come due. */
export type Due = { channels: boolean; pull: boolean; pushes: boolean; removals: boolean };

export const nothingDue: Due = { channels: false, pull: false, pushes: false, removals: false };

/**
 * Returns the condition that asking the provider for changes is not paused after a failure; the
 * export has a pause of its own.
 */
const isNotPaused = (tx: Tx, table: string) =>
  tx`coalesce(${tx(table)}.paused_until < now(), true)`;

const mayImport = (tx: Tx, table: string) =>
  tx`${tx(table)}.suspended_at is null and ${isNotPaused(tx, table)}`;

/**
 * Returns the condition that notifications start a pull. Without a sync token each pull compares
 * everything, so that they start one a minute at most.
 */
const followsNotifications = (tx: Tx, table: string) =>
  tx`(${tx(table)}.sync_token is not null
      or coalesce(${tx(table)}.last_full_at < now() - interval '1 minute', true))`;

/** Lists the connections with something to do that nobody works on, over all tenants. */
export function listDueConnections(tx: Tx, limit: number) {
  return tx<ConnectionRef[]>`
    select c.tenant_uuid, c.connection_uuid from calendar_connections c
      join tenants t on t.tenant_uuid = c.tenant_uuid
      join accounts a on a.tenant_uuid = c.tenant_uuid and a.user_uuid = c.user_uuid
     where (c.tenant_uuid, c.connection_uuid) in (
             select tenant_uuid, connection_uuid from calendar_connections
              where status = 'CONNECTED' and next_pull_at <= now() and ${mayImport(tx, 'calendar_connections')}
             union
             select p.tenant_uuid, p.connection_uuid from calendar_pushes p
               join calendar_connections e
                 on e.tenant_uuid = p.tenant_uuid and e.connection_uuid = p.connection_uuid
              where p.next_try_at <= now() and coalesce(e.export_paused_until < now(), true)
             union
             select n.tenant_uuid, n.connection_uuid from calendar_notifications n
               join calendar_connections i
                 on i.tenant_uuid = n.tenant_uuid and i.connection_uuid = n.connection_uuid
              where n.handled_at is null and ${mayImport(tx, 'i')} and ${followsNotifications(tx, 'i')}
             union
             select l.tenant_uuid, l.connection_uuid from calendar_links l
               join calendar_connections r
                 on r.tenant_uuid = l.tenant_uuid and r.connection_uuid = l.connection_uuid
              where l.remove_at <= now() and r.status = 'CONNECTED'
                and coalesce(r.export_paused_until < now(), true)
             union
             select tenant_uuid, connection_uuid from calendar_channels where due_at <= now()
             union
             select tenant_uuid, connection_uuid from calendar_tokens where revoke_at <= now())
       and (c.lease_until is null or c.lease_until < now())
       and t.is_active and t.deleted_at is null
       and (c.status = 'CONNECTED' and a.is_active and a.deleted_at is null
            and partner_active(a.tenant_uuid, a.partner_uuid)
            or exists (select from calendar_channels h
                        where h.tenant_uuid = c.tenant_uuid and h.connection_uuid = c.connection_uuid
                          and h.state = 'CLOSING' and h.due_at <= now())
            or ${isGrantToEnd(tx)})
     order by c.next_pull_at limit ${limit}`;
}

/** Finds the work that is due for one connection. */
export async function findDue(tx: Tx, connectionUuid: string): Promise<Due> {
  const [due] = await tx<Due[]>`
    select connected and ${isNotPaused(tx, 'c')}
             and (not exists (select from calendar_channels h
                               where h.connection_uuid = c.connection_uuid and h.due_at > now()
                                 and h.state in ('OPEN', 'OPENING', 'FAILED'))
                  or exists (select from calendar_channels h
                              where h.connection_uuid = c.connection_uuid and h.due_at <= now()))
             or exists (select from calendar_channels h
                         where h.connection_uuid = c.connection_uuid and h.state = 'CLOSING' and h.due_at <= now())
             or ${isGrantToEnd(tx)}
             as channels,
           connected and ${mayImport(tx, 'c')}
             and (c.next_pull_at <= now()
                  or ${followsNotifications(tx, 'c')}
                     and exists (select from calendar_notifications n
                                  where n.connection_uuid = c.connection_uuid and n.handled_at is null)) as pull,
           connected and coalesce(c.export_paused_until < now(), true)
             and exists (select from calendar_pushes p
                          where p.connection_uuid = c.connection_uuid and p.next_try_at <= now()) as pushes,
           connected and coalesce(c.export_paused_until < now(), true)
             and exists (select from calendar_links l
                          where l.connection_uuid = c.connection_uuid and l.remove_at <= now()) as removals
      from calendar_connections c
      cross join lateral (select c.status = 'CONNECTED' as connected) s
     where c.connection_uuid = ${connectionUuid}`;
  return due ?? nothingDue;
}

/**
 * Returns the condition that a disconnected calendar has no channel left to stop, and its grant is
 * to be ended.
 */
const isGrantToEnd = (tx: Tx) => tx`
  exists (select from calendar_tokens k
           where k.tenant_uuid = c.tenant_uuid and k.connection_uuid = c.connection_uuid
             and k.revoke_at <= now() and c.status = 'DISCONNECTED')
  and not exists (select from calendar_channels h
                   where h.tenant_uuid = c.tenant_uuid and h.connection_uuid = c.connection_uuid
                     and h.state = 'CLOSING')`;
