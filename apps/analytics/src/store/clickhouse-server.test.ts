import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';
import { openClickHouse } from './clickhouse-server.ts';
import { startHttpEngine } from './http-engine.ts';
import { type QueryCaps, storeCodes } from './store.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-engine-'));
const caps: QueryCaps = { seconds: 10, memoryBytes: 500e6, rowsRead: 1e9, threads: 1 };
let engine: Awaited<ReturnType<typeof startHttpEngine>>;
let atrium: World;

beforeAll(async () => {
  engine = await startHttpEngine(directory);
  atrium = await world({ CLICKHOUSE_URL: engine.url });
});

afterAll(async () => {
  await atrium[Symbol.asyncDispose]();
  engine.stop();
  rmSync(directory, { recursive: true });
});

test('the whole service works over a ClickHouse server by the official client', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const event = (change: object) => ({ eventType: 'a.b', tenantId: tenant, ...change });
  const first = event({ eventId: crypto.randomUUID(), attributes: { "it's": '1\t2\\', n: 2 } });
  expect((await adviser('POST', '/api/analytics/events', first)).status).toBe(202);
  const batch = { events: [first, event({ attributes: { n: 3 } })] };
  const { body } = await adviser('POST', '/api/analytics/events/batch', batch);
  expect(body).toMatchObject({ accepted: 1, duplicates: 1 });
  await atrium.restart();
  const asked = await adviser('POST', '/api/analytics/query', {
    ...countOf('a.b'),
    filters: [{ field: 'n', op: 'IN', value: ['2', '3', "'"] }],
    groupBy: [{ field: "attributes.it's" }],
    aggregations: [{ function: 'SUM', field: 'n' }],
  });
  expect(asked.body.rows).toEqual([{ values: ['1\t2\\', 2] }, { values: [null, 3] }]);
});

test('values of a person are cleared there, with texts that look like times left as they are', async () => {
  const tenantId = crypto.randomUUID();
  const staff = await atrium.as(tenantId);
  const event = {
    eventType: 'told',
    tenantId,
    eventId: crypto.randomUUID(),
    attributes: { mail: "to ANA'S@x.example", at: '2026-01-01T10:00:00Z', day: '2026-01-01' },
  };
  const send = () => staff('POST', '/api/analytics/events/batch', { events: [event] });
  await send();
  const admin = await atrium.as(crypto.randomUUID(), 'SYSTEM_ADMIN');
  const path = `/api/analytics/tenants/${tenantId}/events/clear`;
  const { body } = await admin('POST', path, { values: ["ana's@x.example"] });
  expect(body).toEqual({ tenantUuid: tenantId, cleared: 1 });
  expect((await send()).body).toMatchObject({ accepted: 0, duplicates: 1 });
  const exported = await staff('GET', '/api/analytics/events?from=2020-01-01T00:00:00Z');
  expect(JSON.parse(exported.text).attributes).toEqual({ ...event.attributes, mail: 'to —' });
});

test('what is asked travels in the body: no address holds a value or a statement that reads', async () => {
  const adviser = await atrium.as(crypto.randomUUID());
  const before = engine.urls.length;
  const value = Array.from({ length: 1000 }, (_, index) => `${index}`.padStart(1024, 'é'));
  const asked = await adviser('POST', '/api/analytics/query', {
    ...countOf('a.b'),
    filters: [
      { field: 'attributes.secret', op: 'NOT_IN', value: [...value, 'hidden\r\n--'].slice(1) },
    ],
  });
  expect([asked.status, asked.body.rows]).toEqual([200, [{ values: [0] }]]);
  const urls = engine.urls.slice(before);
  expect(urls.length).toBeGreaterThan(0);
  for (const url of urls) expect(url).not.toMatch(/hidden|param_|select|a\.b/);
});

test('its failures keep their codes, and an answer that is no longer wanted is not waited for', async () => {
  const store = openClickHouse(engine.url, { readers: 2 });
  await expect(store.query({ sql: 'select nosuch', params: {} }, caps)).rejects.toMatchObject({
    code: 47,
  });
  const slow = { sql: 'select max(sipHash64(number)) from numbers(300000000)', params: {} };
  await expect(store.query(slow, { ...caps, seconds: 0.2 })).rejects.toMatchObject({
    code: storeCodes.timeoutExceeded,
  });
  const abort = new AbortController();
  const asked = store.query(slow, { ...caps, seconds: 2 }, abort.signal);
  abort.abort();
  await expect(asked).rejects.toMatchObject({ code: storeCodes.cancelled });
  await store.close();
});
