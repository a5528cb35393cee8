import { lastError } from '../calendar/connections/connection-queries.ts';
import type { Tx } from '../database/transaction.ts';
import type { Queue } from './schemas.ts';

type Failure = NonNullable<Queue['lastFailure']>;

/** Finds what failed last of each queue and still counts there; firms that are not active do not. */
export async function findLastFailures(tx: Tx): Promise<ReadonlyMap<Queue['name'], Failure>> {
  const active = tx`join tenants t using (tenant_uuid)`;
  const isActive = tx`t.is_active and t.deleted_at is null`;
  const rows = await tx<({ name: Queue['name'] } & Failure)[]>`
    (select 'JOBS' as name, record_time(j.completed_on) as at, j.name as reason, null::int as status
       from pgboss.job j where j.state = 'failed' order by j.completed_on desc nulls last limit 1)
    union all
    (select 'MAILS', record_time(m.settled_at), m.reason, null
       from mails m ${active}
      where m.state = 'REFUSED' and m.settled_at > now() - interval '1 day' and ${isActive}
      order by m.settled_at desc limit 1)
    union all
    (select 'WEBHOOKS', record_time((m.tries -> -1 ->> 'at')::timestamptz),
            coalesce(m.last_error, 'ANSWERED'), m.last_status
       from webhook_messages m ${active}
       join webhook_endpoints p using (tenant_uuid, endpoint_uuid)
      where m.status = 'PENDING' and m.attempts_in_row > 0 and p.active_until is null
        and p.deleted_at is null and p.url is not null and ${isActive}
      order by m.tries -> -1 ->> 'at' desc limit 1)
    union all
    (select 'CALENDARS', null, ${lastError(tx)}, null
       from calendar_connections c ${active}
      where c.status = 'CONNECTED' and ${lastError(tx)} is not null and ${isActive}
      order by c.next_pull_at desc limit 1)`;
  return new Map(rows.map(({ name, ...failure }) => [name, failure]));
}
