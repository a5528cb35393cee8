import { Gauge, type Registry } from 'prom-client';
import { type ProviderName, providerTitles } from '../calendar-providers.ts';
import type { Db } from '../database/db.ts';

/** Measures what waits in the database: jobs, mails about meetings, calendars to sync. */
export function backgroundMetrics({ db, registry }: { db: Db; registry: Registry }): void {
  const registers = [registry];
  new Gauge({
    name: 'jobs',
    help: 'Background jobs that are due (waiting), failed and will be tried again (retrying), or failed for good within a week (failed)',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const rows = await db.asPlatform(
        (tx) => tx<{ queue: string; state: string; count: number }[]>`
          select name as queue,
                 case state when 'created' then 'waiting' when 'retry' then 'retrying' else 'failed' end as state,
                 count(*)::int as count
            from pgboss.job
           where state in ('retry', 'failed') or state = 'created' and start_after <= now()
           group by 1, 2`,
      );
      this.reset();
      for (const { queue, state, count } of rows) this.set({ queue, state }, count);
    },
  });
  new Gauge({
    name: 'jobs_lag_seconds',
    help: 'Seconds since the oldest job that was not tried yet has been due',
    labelNames: ['queue'],
    registers,
    async collect() {
      const rows = await db.asPlatform(
        (tx) => tx<{ queue: string; seconds: number }[]>`
          select name as queue, extract(epoch from now() - min(start_after))::float8 as seconds
            from pgboss.job where state = 'created' and start_after <= now() group by name`,
      );
      this.reset();
      for (const { queue, seconds } of rows) this.set({ queue }, seconds);
    },
  });
  new Gauge({
    name: 'mails_waiting',
    help: 'Mails that were asked for and not sent yet',
    labelNames: ['kind'],
    registers,
    async collect() {
      const [row] = await db.asPlatform(
        (tx) => tx<{ invitation: number; credentials: number }[]>`
          select (select count(*)::int from invitation_mails where state = 'QUEUED') as invitation,
                 (select count(*)::int from pgboss.job where name = 'credentials-mail'
                     and state in ('created', 'retry', 'active')) as credentials`,
      );
      for (const [kind, count] of Object.entries(row ?? {})) this.set({ kind }, Number(count));
    },
  });
  new Gauge({
    name: 'mails_lag_seconds',
    help: 'Seconds that the oldest mail which is not sent yet has waited',
    registers,
    async collect() {
      const [row] = await db.asPlatform(
        (tx) => tx<{ seconds: number }[]>`
          select coalesce(extract(epoch from now() - least(
                   (select min(queued_at) from invitation_mails where state = 'QUEUED'),
                   (select min(created_on) from pgboss.job where name = 'credentials-mail'
                       and state in ('created', 'retry', 'active')))), 0)::float8 as seconds`,
      );
      this.set(row?.seconds ?? 0);
    },
  });
  new Gauge({
    name: 'calendar_sync_lag_seconds',
    help: 'Seconds that the oldest due work of connected calendars has waited, by provider',
    labelNames: ['provider'],
    registers,
    async collect() {
      const rows = await db.asPlatform(
        (tx) => tx<{ provider: ProviderName; seconds: number }[]>`
          select c.provider, greatest(0, extract(epoch from now() - least(
                   min(c.next_pull_at), min(p.changed_at))))::float8 as seconds
            from calendar_connections c left join calendar_pushes p using (tenant_uuid, connection_uuid)
           where c.status = 'CONNECTED' group by c.provider`,
      );
      this.reset();
      for (const { provider, seconds } of rows)
        this.set({ provider: providerTitles[provider].toLowerCase() }, seconds);
    },
  });
}
