import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';
import { StoreError } from '../store/store.ts';

const url = '/api/analytics/events';
let atrium: World;
beforeAll(async () => {
  atrium = await world({ ANALYTICS_ATTRIBUTE_COLUMNS: 'mail' });
});
afterAll(() => atrium[Symbol.asyncDispose]());

async function clear(tenant: string, values: readonly string[]) {
  const admin = await atrium.as(crypto.randomUUID(), 'SYSTEM_ADMIN');
  return admin('POST', `/api/analytics/tenants/${tenant}/events/clear`, { values });
}

async function firm() {
  const tenantId = crypto.randomUUID();
  const staff = await atrium.as(tenantId);
  return {
    tenantId,
    event: (attributes: object, change: object = {}) => ({
      eventType: 'told',
      tenantId,
      eventId: crypto.randomUUID(),
      attributes,
      ...change,
    }),
    send: async (...events: object[]) => (await staff('POST', `${url}/batch`, { events })).body,
    sendOne: async (event: object) => (await staff('POST', url, event)).status,
    exported: async () =>
      (await staff('GET', `${url}?from=1900-01-01T00:00:00Z&to=2200-01-01T00:00:00Z`)).text,
    ask: async (question: object) =>
      (await staff('POST', '/api/analytics/query', { ...countOf('told'), ...question })).body.rows,
  };
}

test('a value goes alone, within a longer one and in any case, and only in its tenant', async () => {
  const [own, other] = [await firm(), await firm()];
  await own.send(
    own.event({ mail: 'ana@example.com', meeting: '2026-01-01T10:00:00Z', n: 7 }),
    own.event({ mail: 'to ANA@Example.COM, PEÑA', day: '2026-01-01' }),
    own.event({ mail: 'bob@example.com' }),
    own.event({}),
  );
  await other.send(other.event({ mail: 'ana@example.com' }));
  const { status, body } = await clear(own.tenantId, ['ana@example.com', 'peña', 'ana@']);
  expect([status, body]).toEqual([200, { tenantUuid: own.tenantId, cleared: 2 }]);
  const text = await own.exported();
  const attributes = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).attributes);
  expect(attributes).toHaveLength(4);
  expect(attributes).toEqual(
    expect.arrayContaining([
      { mail: '—', meeting: '2026-01-01T10:00:00Z', n: '7' },
      { mail: 'to —, —', day: '2026-01-01' },
      { mail: 'bob@example.com' },
      {},
    ]),
  );
  expect(await own.ask({ groupBy: [{ field: 'attributes.mail' }] })).toEqual(
    expect.arrayContaining([{ values: ['—', 1] }, { values: ['to —, —', 1] }]),
  );
  expect(await other.exported()).toContain('"ana@example.com"');
  expect((await clear(own.tenantId, ['ana@example.com'])).body.cleared).toBe(0);
});

test('an event that is sent again stays a duplicate and brings nothing back', async () => {
  const own = await firm();
  const event = own.event({ mail: 'ana@example.com' });
  await own.send(event);
  await clear(own.tenantId, ['ana@example.com']);
  expect(await own.send(event)).toMatchObject({ accepted: 0, duplicates: 1 });
  await atrium.restart();
  expect(await own.send(event)).toMatchObject({ accepted: 0, duplicates: 1 });
  expect(await own.exported()).not.toContain('ana@');
  expect(await own.ask({})).toEqual([{ values: [1] }]);
});

test('an event that is acknowledged and not stored yet is cleared, and the journal has none of it', async () => {
  const own = await firm();
  expect(await own.sendOne(own.event({ mail: 'under.way@example.com' }))).toBe(202);
  expect((await clear(own.tenantId, ['under.way@example.com'])).body.cleared).toBe(1);
  expect(atrium.journaled()).not.toContain('under.way');
  expect(await own.exported()).toContain('"mail":"—"');
});

test.each([
  ['O\'Hara "The\\ 100%_" {a:String} (x|y)* [z]^$.?+/ -- ;'],
  ['a\nb\tc'],
  ['Ünï💶 漢字'],
  ['%%%'],
  ['...'],
  ['\\d+'],
  ['x'.repeat(500)],
])('a value is text, whatever it holds: %j', async (value) => {
  const own = await firm();
  const others = { other: 'abc 123 xx', word: 'String' };
  await own.send(own.event({ k: `<${value}> and ${value}`, ...others }), own.event(others));
  expect((await clear(own.tenantId, [value])).body.cleared).toBe(1);
  const events = (await own.exported()).trim().split('\n');
  const attributes = events.map((line) => JSON.parse(line).attributes);
  expect(attributes).toHaveLength(2);
  expect(attributes).toEqual(expect.arrayContaining([{ k: '<—> and —', ...others }, others]));
});

test('as many and as long values as can be asked for are cleared in more events than go at once', async () => {
  const own = await firm();
  const values = Array.from({ length: 500 }, (_, index) => `ñandú ${index} `.padEnd(500, 'é('));
  const events = Array.from({ length: 520 }, (_, index) =>
    own.event({ k: `${index} ${values[index % 500]}` }),
  );
  await own.send(...events);
  expect((await clear(own.tenantId, values)).body.cleared).toBe(520);
  expect(await own.exported()).not.toContain('ñandú');
  expect(await own.ask({})).toEqual([{ values: [520] }]);
});

test('cut off between the two writes, the next one leaves each event once', async () => {
  const own = await firm();
  await own.send(own.event({ mail: 'cut@example.com' }));
  const { writer } = atrium.running.store;
  const { command } = writer;
  writer.command = async (sql) => {
    if (sql.startsWith('alter table')) throw new StoreError(0, undefined);
    await command(sql);
  };
  expect((await clear(own.tenantId, ['cut@example.com'])).status).toBe(500);
  writer.command = command;
  expect((await clear(own.tenantId, ['cut@example.com'])).body.cleared).toBe(1);
  expect(await own.exported()).not.toContain('cut@');
  expect(await own.ask({})).toEqual([{ values: [1] }]);
});

test('an event that the store refused and that is kept aside is cleared too', async () => {
  const [own, other] = [await firm(), await firm()];
  const { writer } = atrium.running.store;
  const { load } = writer;
  writer.load = async (table, lines, token) => {
    if (table !== 'catalogue' && lines.includes('aside')) throw new StoreError(27, undefined);
    await load(table, lines, token);
  };
  for (const each of [own, other]) await each.send(each.event({ k: 'aside' }));
  writer.load = load;
  await clear(own.tenantId, ['Aside']);
  const kept = await atrium.refusedEvents();
  const keptValue = (event: Record<string, unknown>) => Object(event.attributes).k;
  expect(kept).toHaveLength(2);
  expect(new Map(kept.map((event) => [event.tenantId, keptValue(event)]))).toEqual(
    new Map([
      [own.tenantId, '—'],
      [other.tenantId, 'aside'],
    ]),
  );
});

test('only the platform clears, and only what is a list of values', async () => {
  const tenant = crypto.randomUUID();
  const path = `/api/analytics/tenants/${tenant}/events/clear`;
  for (const role of ['TENANT_STAFF', 'TENANT_ADMIN'] as const)
    expect((await (await atrium.as(tenant, role))('POST', path, { values: ['abc'] })).status).toBe(
      403,
    );
  const admin = await atrium.as(tenant, 'SYSTEM_ADMIN');
  for (const values of [undefined, [], ['ab'], ['x'.repeat(501)], Array(501).fill('abc'), [123]])
    expect((await admin('POST', path, { values })).status).toBe(400);
});
