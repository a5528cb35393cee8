import { setTimeout as pause } from 'node:timers/promises';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { furnish } from './platform.ts';

const [perSecond, seconds, transactionsPerSecond] = [1_000, 20, 100];

/**
 * Records a thousand events a second, ten a transaction, in a running Atrium, and looks meanwhile how
 * old the oldest event is that is not chained; then how long the rest takes.
 */
export async function measureAudit({ check, print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off' });
  const { tenantUuid } = await furnish(atrium.address, dataDir);
  const [writer, reader] = [openSql(atrium.superuser()), openSql(atrium.superuser())];
  const [{ before }] = await writer<[{ before: number }]>`
    select count(*)::int as before from audit_chain`;

  let isWriting = true;
  const ages: number[] = [];
  const looking = (async () => {
    while (isWriting) {
      ages.push((await oldest()).age);
      await pause(250);
    }
  })();
  const began = performance.now();
  const transactions = seconds * transactionsPerSecond;
  for (let at = 0; at < transactions; at++) {
    await pause(Math.max(0, began + (at * 1_000) / transactionsPerSecond - performance.now()));
    await writer`
      insert into events (tenant_uuid, event_uuid, event_type, actor_type, entity_type, entity_id, attributes)
      select ${tenantUuid}, gen_random_uuid(), 'contact.updated', 'SYSTEM', 'CONTACT', gen_random_uuid(),
             '{"fieldCount": "2", "changedFields": "firstName"}'
        from generate_series(1, ${perSecond / transactionsPerSecond}::int)`;
  }
  const rate = (perSecond * seconds) / ((performance.now() - began) / 1_000);
  isWriting = false;
  await looking;
  const ended = performance.now();
  while ((await oldest()).count > 0) await pause(50);
  const rest = (performance.now() - ended) / 1_000;
  const [{ after }] = await writer<[{ after: number }]>`
    select count(*)::int as after from audit_chain`;
  await Promise.all([writer.end(), reader.end()]);
  await atrium.stop();
  if (after - before < perSecond * seconds) throw new Error(`${after - before} were chained`);

  print(`        recorded ${rate.toFixed(0)} events a second; the rest was chained in ${rest} s`);
  check('chaining, oldest event at 1,000 a second', Math.max(...ages), 's', { atMost: 10 });
  check('chaining, events recorded a second', rate, '/s', { atLeast: perSecond * 0.95 });

  /** The events that are not chained, and the age in seconds of the oldest. */
  async function oldest() {
    const [found] = await reader<[{ count: number; age: number }]>`
      select count(*)::int as count,
             coalesce(extract(epoch from clock_timestamp() - min(e.recorded_at)), 0)::float8 as age
        from events e
       where not exists (select from audit_chain c
                          where c.tenant_uuid = e.tenant_uuid and c.event_uuid = e.event_uuid)`;
    return found;
  }
}
