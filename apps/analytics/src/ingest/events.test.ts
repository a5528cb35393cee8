import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';

let atrium: World;
const tenant = crypto.randomUUID();
const url = '/api/analytics/events';
const event = (change: object = {}) => ({
  eventType: 'contact.created',
  tenantId: tenant,
  ...change,
});

beforeAll(async () => {
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

test('an event is taken with 202 and no body, and the next query counts it', async () => {
  const adviser = await atrium.as(tenant);
  const answer = await adviser('POST', url, {
    eventType: 'export.completed',
    tenantId: tenant.toUpperCase(),
    eventId: crypto.randomUUID(),
    occurredAt: '2026-03-01T10:00:00.123+02:00',
    actorType: 'TENANT_STAFF',
    actorId: crypto.randomUUID(),
    entityType: 'CONTACT',
    entityId: crypto.randomUUID(),
    schemaVersion: 2,
    attributes: { format: 'csv', rows: 12, complete: true },
  });
  expect([answer.status, answer.text]).toEqual([202, '']);
  const { body } = await adviser('POST', '/api/analytics/query', {
    ...countOf('export.completed'),
    groupBy: ['occurredAt', 'schemaVersion', 'format', 'rows', 'complete'].map((field) => ({
      field,
    })),
  });
  expect(body.rows).toEqual([{ values: ['2026-03-01T08:00:00.123Z', 2, 'csv', '12', 'true', 1] }]);
});

describe('an event is refused with 400 naming the field', () => {
  test.each<[string, object, string]>([
    ['no eventType', { eventType: undefined }, 'eventType'],
    ['an empty eventType', { eventType: '' }, 'eventType'],
    ['an eventType with a space', { eventType: 'contact created' }, 'eventType'],
    ['no tenantId', { tenantId: undefined }, 'tenantId'],
    ['a tenantId that is no UUID', { tenantId: 'acme' }, 'tenantId'],
    ['an eventId that is no UUID', { eventId: 'urn:uuid:1' }, 'eventId'],
    ['occurredAt as epoch', { occurredAt: 1767225600 }, 'occurredAt'],
    ['occurredAt without a zone', { occurredAt: '2026-01-01T00:00:00' }, 'occurredAt'],
    ['occurredAt on no real day', { occurredAt: '2026-02-30T00:00:00Z' }, 'occurredAt'],
    [
      'occurredAt two days ahead',
      { occurredAt: new Date(Date.now() + 2 * 864e5).toISOString() },
      'occurredAt',
    ],
    ['occurredAt before 1900', { occurredAt: '1899-12-31T23:59:59Z' }, 'occurredAt'],
    ['schemaVersion 0', { schemaVersion: 0 }, 'schemaVersion'],
    ['schemaVersion as text', { schemaVersion: '1' }, 'schemaVersion'],
    ['attributes as a list', { attributes: ['a'] }, 'attributes'],
    ['an attribute that is an object', { attributes: { a: {} } }, 'attributes.a'],
    ['an attribute over 1,024 characters', { attributes: { a: 'x'.repeat(1025) } }, 'attributes.a'],
    [
      '51 attributes',
      { attributes: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) },
      'attributes',
    ],
    ['an empty actorType', { actorType: '' }, 'actorType'],
    ['an actorId that is a number', { actorId: 7 }, 'actorId'],
  ])('%s', async (_, change, field) => {
    const adviser = await atrium.as(tenant);
    const { status, body } = await adviser('POST', url, event(change));
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors[0]).toMatchObject({
      field,
      code: expect.any(String),
      message: expect.any(String),
    });
  });

  test('a body that is missing, no object or no JSON', async () => {
    const adviser = await atrium.as(tenant);
    expect((await adviser('POST', url)).status).toBe(400);
    expect((await adviser('POST', url, [])).status).toBe(400);
    const headers = { 'content-type': 'application/json' };
    const broken = await adviser('POST', url, undefined, { raw: '{"eventType":', headers });
    expect([broken.status, broken.body.code]).toEqual([400, 'MALFORMED_JSON']);
  });
});

test('what is optional can be null, and what is unknown is ignored', async () => {
  const adviser = await atrium.as(tenant);
  const nothing = { eventId: null, occurredAt: null, actorType: null, attributes: { a: null } };
  const { status } = await adviser(
    'POST',
    url,
    event({ eventType: 'null.ok', ...nothing, extra: {} }),
  );
  expect(status).toBe(202);
  const { body } = await adviser('POST', '/api/analytics/query', {
    ...countOf('null.ok'),
    groupBy: [{ field: 'actorType' }, { field: 'attributes.a' }],
  });
  expect(body.rows).toEqual([{ values: [null, null, 1] }]);
});

test('an event over 64 KiB is refused with 413, another media type with 415', async () => {
  const adviser = await atrium.as(tenant);
  expect((await adviser('POST', url, event({ extra: 'x'.repeat(70_000) }))).status).toBe(413);
  const headers = { 'content-type': 'text/csv' };
  expect((await adviser('POST', url, undefined, { raw: 'a,b', headers })).status).toBe(415);
});

describe('who may send and ask', () => {
  test('without a token nobody: 401', async () => {
    const adviser = await atrium.as(tenant);
    for (const authorization of ['', 'Bearer nonsense', 'Basic eDp5']) {
      const sent = await adviser('POST', url, event(), { headers: { authorization } });
      expect([sent.status, sent.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  test('a client neither: 403', async () => {
    const client = await atrium.as(tenant, 'CLIENT');
    expect((await client('POST', url, event())).status).toBe(403);
    expect((await client('POST', `${url}/batch`, { events: [event()] })).status).toBe(403);
    expect((await client('POST', '/api/analytics/query', countOf('a'))).status).toBe(403);
    expect((await client('GET', '/api/analytics/catalogue')).status).toBe(403);
  });

  test.each(['TENANT_ADMIN', 'PARTNER_ADMIN', 'TENANT_STAFF', 'PARTNER_STAFF'] as const)(
    '%s for the own tenant only',
    async (role) => {
      const caller = await atrium.as(tenant, role);
      expect((await caller('POST', url, event())).status).toBe(202);
      const { status, body } = await caller('POST', url, event({ tenantId: crypto.randomUUID() }));
      expect([status, body.code]).toEqual([403, 'FORBIDDEN_TENANT']);
    },
  );

  test.each([
    ['events:write', [202, 403, 403]],
    ['analytics:read', [403, 200, 200]],
    ['events:read', [403, 403, 403]],
  ])('a program with the scope %s as far as that reaches', async (scope, expected) => {
    for (const kind of [{ token: true }, { machine: true }] as const) {
      const program = await atrium.programOf(tenant, { ...kind, scopes: [scope] });
      const answers = [
        await program('POST', url, event()),
        await program('GET', '/api/analytics/catalogue'),
        await program('POST', '/api/analytics/query', countOf('contact.created')),
      ];
      expect(answers.map(({ status }) => status)).toEqual(expected);
      for (const { status, body } of answers.filter(({ status }) => status === 403))
        expect([status, body.code]).toEqual([403, 'SCOPE_MISSING']);
    }
  });

  test('a SYSTEM_ADMIN for any tenant, and asks about the one named in x-tenant-uuid', async () => {
    const [home, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const admin = await atrium.as(home, 'SYSTEM_ADMIN');
    expect((await admin('POST', url, event({ tenantId: other }))).status).toBe(202);
    const ask = async (headers = {}) =>
      (await admin('POST', '/api/analytics/query', countOf('contact.created'), { headers })).body
        .rows;
    expect(await ask()).toEqual([{ values: [0] }]);
    expect(await ask({ 'x-tenant-uuid': other })).toEqual([{ values: [1] }]);
  });

  test('one tenant never sees another’s events, whatever it filters by', async () => {
    const stranger = await atrium.as(crypto.randomUUID());
    const { body } = await stranger('POST', '/api/analytics/query', {
      ...countOf('contact.created'),
      filters: [{ field: 'tenantId', op: 'EQ', value: tenant }],
    });
    expect(body.rows).toEqual([{ values: [0] }]);
  });
});
