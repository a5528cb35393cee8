import { createLogger } from '@atrium/kit/logging.ts';
import { startThrowawayPostgres } from '@atrium/local/throwaway-postgres.ts';
import { openDb } from '@atrium/platform/database/db.ts';
import { migrate } from '@atrium/platform/database/migrate.ts';
import { deliverTo } from '@atrium/platform/outbox/deliver.ts';
import { startRelay } from '@atrium/platform/outbox/relay.ts';
import { Registry } from '@prometheus-io/client';
import { startAnalytics } from './analytics-service.ts';
import type { Goals } from './goals.ts';

const tenantUuid = '00000000-0000-4000-8000-0000000000aa';

/** Measures how fast the outbox empties after analytics was away, and what its figures say meanwhile. */
export async function measureRelay({ check, print }: Goals, dataDir: string, events: number) {
  const postgres = await startThrowawayPostgres();
  const analytics = await startAnalytics(dataDir);
  const url = postgres.url('atrium');
  await migrate(url);
  const db = openDb({ url, max: 8 });
  // As if they had been recorded in the three hours in which analytics was away.
  await db.asPlatform(
    (tx) => tx`
      insert into events (tenant_uuid, event_uuid, event_type, actor_type, entity_type, entity_id, attributes, recorded_at)
      select ${tenantUuid}, gen_random_uuid(), 'contact.updated', 'SYSTEM', 'CONTACT', gen_random_uuid(),
             '{"fieldCount": "2"}', now() - interval '3 hours'
        from generate_series(1, ${events}::int)`,
  );
  const registry = new Registry();
  const headers = await analytics.headersOf(tenantUuid, 'SYSTEM_ADMIN');
  const relay = startRelay({
    db,
    registry,
    logger: createLogger('bench', 'silent'),
    deliver: deliverTo(analytics.address, async () => headers),
  });
  print(`        outbox_lag_seconds before: ${await figureOf(registry, 'outbox_lag_seconds')}`);
  const began = performance.now();
  while ((await figureOf(registry, 'outbox_delivered_total')) < events)
    await new Promise((done) => setTimeout(done, 50));
  const perSecond = events / ((performance.now() - began) / 1000);
  print(`        outbox_lag_seconds after: ${await figureOf(registry, 'outbox_lag_seconds')}`);
  check(`outbox, events a second of ${events} that waited`, perSecond, '/s', { atLeast: 5_000 });
  await relay.stop();
  await db.close();
  await analytics.stop();
  await postgres.stop();
}

async function figureOf(registry: Registry, name: string): Promise<number> {
  const metric = await registry.getSingleMetric(name)?.get();
  return Math.round(metric?.values[0]?.value ?? 0);
}
