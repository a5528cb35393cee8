import { lastError } from '../calendar/connections/connection-queries.ts';
import { isToBeRenewed } from '../calendar/external-busy.ts';
import type { Tx } from '../database/transaction.ts';
import { toBeSent } from '../webhook-endpoints/delivery/webhook-metrics.ts';
import type { Queue } from './schemas.ts';

type Failure = NonNullable<Queue['lastFailure']>;

/**
 * Finds what failed last of each queue and still counts there, for good or tried again; firms that are not active
 * do not. A calendar that still fails counts from when it was last in order.
 */
export async function findLastFailures(tx: Tx): Promise<ReadonlyMap<Queue['name'], Failure>> {
  const active = tx`join tenants t using (tenant_uuid)`;
  const isActive = tx`t.is_active and t.deleted_at is null`;
  const rows = await tx<({ name: Queue['name'] } & Failure)[]>`
    (select 'JOBS' as name, record_time(coalesce(j.completed_on, j.started_on)) as at, j.name as reason,
            null::int as status
       from pgboss.job j where j.state in ('failed', 'retry')
      order by coalesce(j.completed_on, j.started_on) desc nulls last limit 1)
    union all
    (select 'MAILS', record_time(m.settled_at), coalesce(m.reason, 'RETRYING'), null
       from mails m ${active}
      -- One that is in its first try has not failed.
      where (m.state = 'REFUSED' and m.settled_at > now() - interval '1 day'
             or m.state = 'QUEUED' and m.tries > 0 and (m.tries > 1 or m.due_at > now())) and ${isActive}
      order by coalesce(m.settled_at, least(m.due_at, now())) desc limit 1)
    union all
    (select 'WEBHOOKS', record_time((m.tries -> -1 ->> 'at')::timestamptz),
            coalesce(m.last_error, 'ANSWERED'), m.last_status
       from ${toBeSent(tx)} and m.attempts_in_row > 0
      order by m.tries -> -1 ->> 'at' desc limit 1)
    union all
    (select 'CALENDARS', record_time(coalesce(f.ended_at, c.suspended_at)), ${lastError(tx)}, null
       from calendar_connections c ${active},
            lateral (select case when c.status = 'DISCONNECTED' then c.disconnected_at end as ended_at) f
      where (c.status = 'CONNECTED' and ${lastError(tx)} is not null or ${isToBeRenewed(tx)}) and ${isActive}
        -- Whoever is gone renews nothing.
        and not exists (select from accounts a
                         where a.tenant_uuid = c.tenant_uuid and a.user_uuid = c.user_uuid
                           and a.deleted_at is not null)
      order by coalesce(f.ended_at, c.suspended_at, c.last_synced_at, c.connected_at) desc limit 1)`;
  return new Map(rows.map(({ name, ...failure }) => [name, failure]));
}
