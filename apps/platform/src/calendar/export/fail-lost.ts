import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';

type Lost = { tenantUuid: string; meetingUuid: string };

/**
 * Fails the meetings, of all tenants, whose change waits for a calendar that has lost its grant.
 * They go on when it is connected again. Looked for again and again, since a change may have been
 * on its way into the queue while the connection ended.
 */
export async function failLost(tx: Tx): Promise<void> {
  const failed = await tx<Lost[]>`
    update meetings m
       set external_sync_status = 'FAILED', sync_failed_at = now(), sync_failure_code = 'AUTH_EXPIRED',
           sync_failure_reason = 'The calendar has to be connected again'
      from calendar_pushes p
      join calendar_connections c on c.tenant_uuid = p.tenant_uuid and c.connection_uuid = p.connection_uuid
     where c.status = 'DISCONNECTED' and c.disconnect_reason = 'AUTH_EXPIRED'
       and m.tenant_uuid = p.tenant_uuid and m.meeting_uuid = p.meeting_uuid
       and m.external_sync_status <> 'FAILED'
    returning m.tenant_uuid, m.meeting_uuid`;
  for (const { tenantUuid, meetingUuid } of failed)
    await recordEvent(tx, {
      eventType: 'meeting.sync_failed',
      entityType: 'MEETING',
      entityId: meetingUuid,
      attributes: { code: 'AUTH_EXPIRED' },
      tenantUuid,
    });
}
