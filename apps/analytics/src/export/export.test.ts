import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, world } from '../../test-support/world.ts';

let atrium: World;
const url = '/api/analytics/events';

beforeAll(async () => {
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

const readLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

async function send(tenantId: string, events: object[]) {
  const adviser = await atrium.as(tenantId);
  for (let at = 0; at < events.length; at += 1000) {
    const batch = events.slice(at, at + 1000).map((each) => ({ tenantId, ...each }));
    const { body } = await adviser('POST', `${url}/batch`, { events: batch });
    expect(body.accepted).toBe(batch.length);
  }
}

test('what was sent comes back whole, and only the tenant’s own', async () => {
  const [tenant, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const full = {
    eventType: 'a.full',
    eventId: crypto.randomUUID(),
    occurredAt: '2021-05-01T10:00:00.250Z',
    actorType: 'CONTACT',
    actorId: 'x',
    entityType: 'NOTE',
    entityId: 'y',
    schemaVersion: 3,
    attributes: { "it's": '1\t"\n', n: '2' },
  };
  await send(other, [{ eventType: 'a.full' }]);
  await send(tenant, [{ eventType: 'b.small', attributes: {} }, full]);
  const adviser = await atrium.as(tenant);
  const { status, headers, text } = await adviser('GET', url);
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  const [first, second, ...more] = readLines(text);
  expect(first).toEqual({ ...full, tenantId: tenant, receivedAt: expect.any(String) });
  expect(second).toEqual({
    eventType: 'b.small',
    tenantId: tenant,
    eventId: expect.any(String),
    occurredAt: expect.any(String),
    receivedAt: expect.any(String),
    schemaVersion: 1,
    attributes: {},
  });
  expect(more).toEqual([]);
  const again = await adviser('POST', `${url}/batch`, { events: readLines(text) });
  expect(again.body).toMatchObject({ accepted: 0, duplicates: 2 });
});

test('many events of one instant come in pages, each once, in the order of time', async () => {
  const tenant = crypto.randomUUID();
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 700) * 1000);
  const events = Array.from({ length: 2500 }, (_, index) => ({
    eventType: index % 50 === 0 ? 'rare' : 'many',
    eventId: crypto.randomUUID(),
    occurredAt: at(index).toISOString(),
    attributes: { note: 'x'.repeat(900) },
  }));
  await send(tenant, events);
  const adviser = await atrium.as(tenant);
  const all = readLines((await adviser('GET', url)).text);
  expect(all.map(({ eventId }) => eventId).sort()).toEqual(events.map((e) => e.eventId).sort());
  const range = `?eventType=many&from=2026-01-01T00:00:01Z&to=2026-01-01T00:00:03Z`;
  const part = readLines((await adviser('GET', `${url}${range}`)).text);
  const wanted = events.filter((_, index) => index % 50 > 0 && index >= 700 && index < 2100);
  expect(part.map(({ eventId }) => eventId).sort()).toEqual(wanted.map((e) => e.eventId).sort());
  const times = part.map(({ occurredAt }) => occurredAt);
  expect(times).toEqual(times.toSorted());
});

test('bad bounds are named, and clients and partners may not', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  for (const [query, field] of [
    ['from=yesterday', 'from'],
    ['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
    ['eventType=a..b', 'eventType'],
  ]) {
    const { status, body } = await adviser('GET', `${url}?${query}`);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  }
  const client = await atrium.as(tenant, 'CLIENT');
  expect((await client('GET', url)).status).toBe(403);
  expect((await adviser('GET', url)).text).toBe('');
});

test('a caller who goes away is not read for any longer', async () => {
  const tenant = crypto.randomUUID();
  const { app, store } = atrium.running;
  const fill =
    'insert into events (tenant_id, event_type, occurred_at, event_id, attribute) select';
  await store.writer.command(
    `${fill} toUUID('${tenant}'), 'long', toDateTime64('2026-01-01', 3) + number, generateUUIDv4(), toJSONString(map('k6b', repeat('x', 900)))::JSON(max_dynamic_paths = 16) from numbers(100000)`,
  );
  let pages = 0;
  const { query } = store;
  store.query = (...args) => {
    pages++;
    return query(...args);
  };
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = await atrium.headersOf(tenant, 'TENANT_STAFF');
  const request = get(`${address}${url}?eventType=long`, { headers }).on('error', () => {});
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  await once(answer, 'data');
  answer.pause();
  const other = await atrium.as(tenant);
  const { body } = await other('GET', '/api/analytics/catalogue');
  expect(body.eventTypes[0].count).toBe(100_000);
  answer.destroy();
  const read = pages;
  await other('GET', '/api/analytics/catalogue');
  await other('GET', '/api/analytics/catalogue');
  // All of it would be some sixty pages.
  expect(read).toBeLessThan(30);
  expect(pages).toBeLessThanOrEqual(read + 5);
  store.query = query;
});
