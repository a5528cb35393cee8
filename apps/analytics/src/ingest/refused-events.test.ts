import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';
import { StoreError } from '../store/store.ts';

let atrium: World;
const url = '/api/analytics/events';

beforeAll(async () => {
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

const kept = () => atrium.refusedEvents();

test('an event that the store refuses after the 202 is kept, counted, and holds nobody up', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const { writer } = atrium.running.store;
  const { load } = writer;
  // CANNOT_PARSE_INPUT_ASSERTION_FAILED, as a store with narrower columns than ours would say.
  writer.load = async (table, lines, token) => {
    if (table !== 'catalogue' && lines.includes('poison')) throw new StoreError(27, undefined);
    await load(table, lines, token);
  };
  const good = Array.from({ length: 40 }, () => ({ eventType: 'mixed', tenantId: tenant }));
  const poison = {
    eventType: 'mixed',
    tenantId: tenant,
    eventId: crypto.randomUUID(),
    occurredAt: '2026-02-01T00:00:00.500Z',
    attributes: { note: 'poison' },
  };
  const statuses = await Promise.all(
    [...good, poison].map(async (each) => (await adviser('POST', url, each)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([202]));
  const rows = async () =>
    (await adviser('POST', '/api/analytics/query', countOf('mixed'))).body.rows;
  await expect.poll(rows).toEqual([{ values: [40] }]);
  await expect.poll(kept).toEqual([
    {
      ...poison,
      actorType: null,
      actorId: null,
      entityType: null,
      entityId: null,
      schemaVersion: 1,
      refusedAt: expect.any(String),
      refusedBecause: 'ClickHouse code 27',
    },
  ]);
  const metrics = (await atrium.running.app.inject('/metrics')).body;
  expect(metrics).toContain('analytics_events_total{outcome="rejected"} 1');

  const batch = await adviser('POST', `${url}/batch`, { events: [poison, good[0]] });
  expect(batch.body.results.map(({ status }: { status: string }) => status)).toEqual([
    'rejected',
    'accepted',
  ]);
  writer.load = load;
  const mended = await adviser('POST', `${url}/batch`, { events: await kept() });
  expect(mended.body).toMatchObject({ accepted: 1, duplicates: 1 });
});

test('what was refused goes with its tenant', async () => {
  const before = await kept();
  expect(before.length).toBeGreaterThan(0);
  const admin = await atrium.as(crypto.randomUUID(), 'SYSTEM_ADMIN');
  await admin('DELETE', `/api/analytics/tenants/${before[0]?.tenantId}/events`);
  expect(await kept()).toEqual([]);
});
