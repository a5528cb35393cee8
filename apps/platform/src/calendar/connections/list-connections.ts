import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { gravity } from '../../kind.ts';
import { fetchPage } from '../../lists/fetch-page.ts';
import type { ListFields } from '../../lists/fields.ts';
import type { PageRequest } from '../../lists/page.ts';
import { lastError, pushHealth } from './connection-queries.ts';
import type { StaffConnection } from './connection-schemas.ts';

const fields: ListFields = {
  staffUuid: { column: 'c.user_uuid', type: 'uuid', notNull: true },
  displayName: { column: 'a.display_name', type: 'text' },
  provider: { column: 'c.provider', type: 'enum', notNull: true },
  status: { column: 'c.status', type: 'enum', notNull: true },
  lastSyncedAt: { column: 'c.last_synced_at', type: 'time' },
};

/** Selects of each person the connected calendar, or else the last there was. */
const newest = (tx: Tx) => tx`
  (select distinct on (user_uuid) * from calendar_connections
    order by user_uuid, (status = 'CONNECTED') desc, connected_at desc) c`;

/**
 * Returns a page of the calendar connections of a firm's people, by name: of each the connected
 * one, or else the last there was.
 */
export function listConnections(tx: Tx, request: PageRequest) {
  return fetchPage<StaffConnection>(
    tx,
    {
      select: tx`
        c.user_uuid as staff_uuid, a.display_name, c.provider, c.status,
        record_time(c.last_synced_at) as last_synced_at, ${lastError(tx)} as last_error,
        json_build_object(
          'state', case when p.expires_at is not null then 'OPEN'
                        when c.status = 'CONNECTED' then 'POLLING' else 'NONE' end,
          'expiresAt', p.expires_at, 'renewsAt', p.renews_at,
          'lastNoticeAt', p.last_notice_at) as push`,
      from: tx`
        ${newest(tx)}
        join accounts a on a.tenant_uuid = c.tenant_uuid and a.user_uuid = c.user_uuid
        cross join lateral (
          select ${pushHealth(tx)} from calendar_channels h
           where h.tenant_uuid = c.tenant_uuid and h.connection_uuid = c.connection_uuid) p`,
      where: tx`a.deleted_at is null`,
      fields,
      key: 'c.connection_uuid',
      defaultSort: ['displayName,asc'],
    },
    request,
  );
}

/** Selects the calendars that stand still until somebody sees to them, as what waits: of the firm to administrators, else the own. */
export const stoppedCalendars = (tx: Tx, caller: Caller): readonly Fragment[] => [
  tx`select 'CALENDAR_SUSPENDED', c.connection_uuid, 'CALENDAR_CONNECTION', c.connection_uuid,
            a.display_name, c.user_uuid, a.display_name,
            coalesce(c.suspended_at, c.last_synced_at, c.connected_at), null::timestamptz,
            ${gravity.now}::int, null::uuid, c.user_uuid,
            jsonb_build_object('error', ${lastError(tx)}, 'staffUuid', c.user_uuid)
       from ${newest(tx)} join accounts a on a.tenant_uuid = c.tenant_uuid and a.user_uuid = c.user_uuid
      where a.deleted_at is null
        and (c.suspended_at is not null or (c.status <> 'CONNECTED' and c.last_error is not null))
        and ${hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN') ? tx`true` : tx`c.user_uuid = ${caller.userUuid}`}`,
];
