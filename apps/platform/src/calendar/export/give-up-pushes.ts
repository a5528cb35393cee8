import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { reasonOf } from './push-queries.ts';

const code = 'GIVEN_UP';
type GivenUp = { tenantUuid: string; meetingUuid: string; operation: string };

/**
 * Gives up what waits to be written into the calendars of all tenants, and counts it. A meeting says so,
 * and may be brought out again by who may. A platform transaction's work.
 */
export async function giveUpPushes(tx: Tx): Promise<number> {
  const pushes = await tx<GivenUp[]>`
    with given_up as (delete from calendar_pushes returning tenant_uuid, meeting_uuid, operation)
    update meetings m
       set external_sync_status = 'FAILED', last_sync_operation = g.operation, sync_failed_at = now(),
           sync_failure_code = ${code}, sync_failure_reason = ${reasonOf(code)}
      from given_up g where m.tenant_uuid = g.tenant_uuid and m.meeting_uuid = g.meeting_uuid
    returning m.tenant_uuid, m.meeting_uuid, g.operation`;
  for (const { tenantUuid, meetingUuid, operation } of pushes)
    await recordEvent(tx, {
      eventType: 'meeting.sync_failed',
      entityType: 'MEETING',
      entityId: meetingUuid,
      attributes: { operation, code },
      tenantUuid,
    });
  const removals = await tx`update calendar_links set remove_at = null where remove_at is not null`;
  return pushes.length + removals.count;
}
