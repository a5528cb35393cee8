import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leastWorkOf } from '../../../../packages/kit/test-support/work-of.ts';
import { countOf, type World, world } from '../../test-support/world.ts';

let atrium: World;
const tenant = crypto.randomUUID();
const url = '/api/analytics/events/batch';
const event = (change: object = {}) => ({
  eventType: 'batch',
  tenantId: tenant,
  eventId: crypto.randomUUID(),
  ...change,
});
const lines = (events: object[]) => events.map((each) => JSON.stringify(each)).join('\n');

beforeAll(async () => {
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

test('each item of a batch is judged for itself', async () => {
  const adviser = await atrium.as(tenant);
  const [good, foreign] = [event(), event({ tenantId: crypto.randomUUID() })];
  const events = [
    good,
    event({ eventType: '' }),
    foreign,
    good,
    'text',
    event({ eventId: undefined }),
  ];
  const { status, body } = await adviser('POST', url, { events });
  expect(status).toBe(200);
  expect(body).toMatchObject({ accepted: 2, duplicates: 1, rejected: 3 });
  expect(body.results).toMatchObject([
    { index: 0, eventId: good.eventId, status: 'accepted' },
    { index: 1, status: 'rejected', errors: [{ field: 'eventType' }] },
    { index: 2, status: 'rejected', errors: [{ field: 'tenantId', code: 'FORBIDDEN_TENANT' }] },
    { index: 3, eventId: good.eventId, status: 'duplicate' },
    { index: 4, eventId: null, status: 'rejected' },
    { index: 5, eventId: expect.stringMatching(/^[0-9a-f-]{36}$/), status: 'accepted' },
  ]);
});

test('a batch comes as NDJSON too, and a bad line spoils only itself', async () => {
  const adviser = await atrium.as(tenant);
  const raw = `${lines([event(), event()])}\n\n{"eventType":\r\n${lines([event()])}`;
  const headers = { 'content-type': 'application/x-ndjson' };
  const { body } = await adviser('POST', url, undefined, { raw, headers });
  expect(body.results.map((result: { status: string }) => result.status)).toEqual([
    'accepted',
    'accepted',
    'rejected',
    'accepted',
  ]);
  expect(body.results[2].errors[0].code).toBe('MALFORMED_JSON');
});

test.each([
  ['a key that reaches for the prototype', '"attributes":{"constructor":{"prototype":"x"}}'],
  ['another such key', '"attributes":{"__proto__":"x"}'],
  ['such a key that is escaped', '"attributes":{"__pr\\u006fto__":"x"}'],
  ['a NUL character', '"actorId":"a\\u0000b"'],
  ['half a character', '"attributes":{"note":"\\ud800"}'],
  ['nesting that is too deep', `"attributes":${'['.repeat(40)}${']'.repeat(40)}`],
])('%s in an event spoils only that event, in JSON and in NDJSON', async (_, part) => {
  const adviser = await atrium.as(tenant);
  const bad = `{"eventType":"bad","tenantId":"${tenant}",${part}}`;
  const texts = [JSON.stringify(event()), bad, JSON.stringify(event())];
  const forms = [
    ['application/json', `{"events":[${texts.join()}]}`],
    ['application/x-ndjson', texts.join('\n')],
  ];
  for (const [type = '', raw = ''] of forms) {
    const headers = { 'content-type': type };
    const { status, body } = await adviser('POST', url, undefined, { raw, headers });
    expect(status).toBe(200);
    const rejected = body.results.map((result: { status: string }) => result.status === 'rejected');
    expect(rejected).toEqual([false, true, false]);
  }
  const spoilt = `{"events":[${texts[0]}],${part}}`;
  const headers = { 'content-type': 'application/json' };
  expect((await adviser('POST', url, undefined, { raw: spoilt, headers })).status).toBe(400);
});

test('NDJSON is read as it arrives: a long line spoils itself, a flood is cut off', async () => {
  const adviser = await atrium.as(tenant);
  const headers = { 'content-type': 'application/x-ndjson' };
  const long = JSON.stringify(event({ attributes: { note: 'x'.repeat(200_000) } }));
  const raw = `${lines([event()])}\n${long}\n${lines([event({ actorId: 'ñandú' })])}`;
  const { body } = await adviser('POST', url, undefined, { raw, headers });
  expect(body.results).toMatchObject([
    { status: 'accepted' },
    { status: 'rejected', errors: [{ field: 'event', code: 'TOO_LARGE' }] },
    { status: 'accepted' },
  ]);
  const many = await adviser('POST', url, undefined, { raw: '{}\n'.repeat(1001), headers });
  expect([many.status, many.body.errors[0].field]).toEqual([400, 'events']);
  const none = await adviser('POST', url, undefined, { raw: '\n\n', headers });
  expect([none.status, none.body.errors[0].field]).toEqual([400, 'events']);
  const flood = await adviser('POST', url, undefined, { raw: ' '.repeat(17 * 1_048_576), headers });
  expect(flood.status).toBe(413);
});

test('an item of a batch is at most 64 KiB, like an event by itself', async () => {
  const adviser = await atrium.as(tenant);
  const attributes = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`k${index}`, '漢'.repeat(1024)]),
  );
  const { body } = await adviser('POST', url, { events: [event({ attributes }), event()] });
  expect(body.results).toMatchObject([
    { status: 'rejected', errors: [{ code: 'TOO_LARGE' }] },
    { status: 'accepted' },
  ]);
});

test('a large batch of anything stops the service for a moment only', async () => {
  const adviser = await atrium.as(tenant);
  const members = Array.from({ length: 500_000 }, (_, index) => `"k${index}":1`).join();
  const few = members.slice(0, members.indexOf(',"k4000"'));
  const bodies: [string, number][] = [
    [`{"events":[${'1,'.repeat(4_000_000)}1]}`, 400],
    [`{"events":[${'{},'.repeat(3_000_000)}{}]}`, 400],
    [`{"events":[{"eventType":"a","tenantId":"${tenant}","attributes":{${members}}}]}`, 200],
    [`{"events":[{"eventType":"a","tenantId":"${tenant}",${members}}]}`, 200],
    [`{${members},"events":[{}]}`, 413],
    [`{${members}}`, 413],
    [`{"events":[${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}]}`, 200],
    [`{"events":["${'x'.repeat(8_000_000)}"]}`, 200],
    [`{"events":["${'\\'.repeat(4_000_000)}`, 413],
    [`{"events":[{"eventType":"a","tenantId":"${tenant}","attributes":{${few}}}]}`, 200],
  ];
  const mostWork = 24;
  for (const [index, [raw, expected]] of bodies.entries()) {
    const headers = { 'content-type': 'application/json' };
    const send = () => adviser('POST', url, undefined, { raw, headers });
    const { answer, work } = await leastWorkOf(send, mostWork);
    const { status, body } = answer;
    // The text itself is up to nine megabytes.
    expect(work, `body ${index}`).toBeLessThan(mostWork);
    expect([index, status]).toEqual([index, expected]);
    if (status === 200) expect(body).toMatchObject({ accepted: 0, rejected: 1 });
    expect(JSON.stringify(body).length).toBeLessThan(1_500);
  }
});

test('a batch may be packed with gzip, as JSON and as NDJSON', async () => {
  const adviser = await atrium.as(tenant);
  const forms = [
    ['application/json', JSON.stringify({ events: [event()] })],
    ['application/x-ndjson', lines([event()])],
  ];
  for (const [type = '', text = ''] of forms) {
    const headers = { 'content-type': type, 'content-encoding': 'gzip' };
    const { body } = await adviser('POST', url, undefined, { raw: gzipSync(text), headers });
    expect(body).toMatchObject({ accepted: 1, rejected: 0 });
  }
});

test('what is no gzip, another packing, and a bomb are refused', async () => {
  const adviser = await atrium.as(tenant);
  const send = async (raw: Buffer, encoding: string) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    return (await adviser('POST', url, undefined, { raw, headers })).status;
  };
  expect(await send(Buffer.from('{"events":[]}'), 'gzip')).toBe(400);
  expect(await send(Buffer.from('{"events":[]}'), 'br')).toBe(415);
  expect(await send(gzipSync(Buffer.alloc(64 * 1_048_576, 32)), 'gzip')).toBe(413);
});

test('1,000 events are taken, none or 1,001 refused', async () => {
  const adviser = await atrium.as(tenant);
  const many = (count: number) => ({
    events: Array.from({ length: count }, () => event({ eventType: 'thousand' })),
  });
  expect((await adviser('POST', url, many(1000))).body).toMatchObject({ accepted: 1000 });
  for (const count of [0, 1001]) {
    const { status, body } = await adviser('POST', url, many(count));
    expect([status, body.errors[0].field]).toEqual([400, 'events']);
  }
  const asked = await adviser('POST', '/api/analytics/query', countOf('thousand'));
  expect(asked.body.rows).toEqual([{ values: [1000] }]);
});

test('history of many years comes in with one batch', async () => {
  const adviser = await atrium.as(tenant);
  const events = Array.from({ length: 300 }, (_, index) =>
    event({ eventType: 'history', occurredAt: `${1900 + (index % 125)}-06-15T12:00:00Z` }),
  );
  expect((await adviser('POST', url, { events })).body).toMatchObject({ accepted: 300 });
  const asked = await adviser('POST', '/api/analytics/query', {
    ...countOf('history'),
    granularity: 'MONTH',
    timezone: 'America/Santiago',
  });
  expect(asked.body.rows).toHaveLength(125);
});

test('a system administrator deletes a tenant’s events for good, the identifiers too', async () => {
  const gone = crypto.randomUUID();
  const own = event({ tenantId: gone });
  const adviser = await atrium.as(gone);
  await adviser('POST', url, { events: [own, event({ tenantId: gone })] });
  const purge = `/api/analytics/tenants/${gone}/events`;
  expect((await adviser('DELETE', purge)).status).toBe(403);

  const admin = await atrium.as(crypto.randomUUID(), 'SYSTEM_ADMIN');
  expect((await admin('DELETE', '/api/analytics/tenants/acme/events')).status).toBe(404);
  const { status, body } = await admin('DELETE', purge);
  expect([status, body]).toEqual([
    200,
    { tenantUuid: gone, removed: { events: 2, identifiers: 2 } },
  ]);

  await atrium.restart();
  expect((await adviser('POST', '/api/analytics/query', countOf('batch'))).body.rows).toEqual([
    { values: [0] },
  ]);
  expect((await adviser('GET', '/api/analytics/catalogue')).body.eventTypes).toEqual([]);
  expect((await adviser('POST', url, { events: [own] })).body).toMatchObject({ accepted: 1 });
});

test('metrics count what became of the events', async () => {
  await atrium.restart();
  const adviser = await atrium.as(tenant);
  await adviser('POST', url, { events: [event({ eventType: 'counted' })] });
  await adviser('POST', '/api/analytics/query', countOf('counted'));
  const text = (await atrium.running.app.inject('/metrics')).body;
  expect(text).toContain('analytics_events_total{outcome="accepted"} 1');
  expect(text).toContain('analytics_backlog_events 0');
});
