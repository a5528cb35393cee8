import type { Tx } from '../../database/transaction.ts';
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
        (select distinct on (user_uuid) * from calendar_connections
          order by user_uuid, (status = 'CONNECTED') desc, connected_at desc) c
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
