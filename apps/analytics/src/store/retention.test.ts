import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';
import { deleteExpired } from './retention.ts';

let atrium: World;
const tenant = crypto.randomUUID();
const batch = '/api/analytics/events/batch';

beforeAll(async () => {
  atrium = await world({ ANALYTICS_RETENTION_MONTHS: '12' });
});
afterAll(() => atrium[Symbol.asyncDispose]());

test('events older than the retention are deleted, and stay known', async () => {
  const adviser = await atrium.as(tenant);
  const eventAt = (occurredAt: string) => ({
    eventType: 'aged',
    tenantId: tenant,
    eventId: crypto.randomUUID(),
    occurredAt,
  });
  const old = [eventAt('1969-07-20T20:17:00Z'), eventAt('2019-03-01T00:00:00Z')];
  const recent = eventAt(new Date().toISOString());
  const sent = await adviser('POST', batch, { events: [...old, recent] });
  expect(sent.body.accepted).toBe(3);

  await atrium.restart();
  const count = async () =>
    (await adviser('POST', '/api/analytics/query', countOf('aged'))).body.rows[0].values[0];
  await expect.poll(count).toBe(1);
  const again = await adviser('POST', batch, { events: [...old, recent] });
  expect(again.body).toMatchObject({ accepted: 0, duplicates: 3 });
  expect(await count()).toBe(1);
});

test('whole months are kept, counted from the first of this one', async () => {
  const { store } = atrium.running;
  const owner = crypto.randomUUID();
  const line = (at: string) =>
    `${JSON.stringify([owner, 'edge', at, crypto.randomUUID(), at, '', '', '', '', 1, {}])}\n`;
  await store.writer.load('events', line('2025-11-01 00:00:00.000'));
  await store.writer.load('events', line('2025-10-31 23:59:59.999'));
  const now = Temporal.ZonedDateTime.from('2026-11-30T23:00:00[America/Santiago]');
  expect(await deleteExpired(store, 13, now)).toBe(1);
  const left = () =>
    store.writer.select(`select toString(occurred_at) from events where tenant_id = '${owner}'`);
  await expect.poll(left).toEqual([['2025-11-01 00:00:00.000']]);
});
