import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { type MetricSources, watchRows } from '../../database/watch-rows.ts';

/** Measures the messages that endpoints wait for; those of firms that are not active are not counted. */
export function webhookMetrics(sources: MetricSources): void {
  watchRows(
    sources,
    {
      name: 'webhook_messages',
      help: 'Messages to webhook endpoints that are due (waiting), or failed and are tried again (retrying)',
      labelNames: ['state'],
    },
    (tx) => tx<{ state: string; value: number }[]>`
      select case when m.attempts_in_row > 0 then 'retrying' else 'waiting' end as state,
             count(*)::int as value
        from ${toBeSent(tx)} and (m.attempts_in_row > 0 or m.next_attempt_at <= now())
       group by 1`,
  );
  watchRows(
    sources,
    {
      name: 'webhooks_lag_seconds',
      help: 'Seconds that the longest due message to a webhook endpoint has waited for its next try',
    },
    (tx) => tx<{ value: number }[]>`
      select coalesce(extract(epoch from now() - min(m.next_attempt_at)), 0)::float8 as value
        from ${toBeSent(tx)} and m.next_attempt_at <= now()`,
  );
}

/** Returns the source of the messages `m` that are still to be sent, to endpoints that take them. */
export const toBeSent = (tx: Tx): Fragment => tx`
  webhook_messages m
    join webhook_endpoints p using (tenant_uuid, endpoint_uuid) join tenants t using (tenant_uuid)
   where m.status = 'PENDING' and p.active_until is null and p.deleted_at is null
     and p.url is not null and t.is_active and t.deleted_at is null`;
