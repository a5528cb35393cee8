import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';

let atrium: World;
const tenant = crypto.randomUUID();
const [mine, theirs] = [crypto.randomUUID(), crypto.randomUUID()];

beforeAll(async () => {
  atrium = await world();
  const admin = await atrium.as(tenant, 'TENANT_ADMIN');
  const event = (eventType: string, entityId: string, attributes: object) => ({
    eventType,
    tenantId: tenant,
    entityType: 'CONTACT',
    entityId,
    attributes,
  });
  const events = [
    event('contact.created', 'mine', { partnerUuid: mine, contactType: 'CLIENT' }),
    event('contact.created', 'theirs', { partnerUuid: theirs, secret: 'x' }),
    event('contact.created', 'nobody', { plain: 'x' }),
    event('household.created', 'theirs', { partnerUuid: theirs }),
  ];
  const { body } = await admin('POST', '/api/analytics/events/batch', { events });
  expect(body.accepted).toBe(4);
});
afterAll(() => atrium[Symbol.asyncDispose]());

const grouped = { ...countOf('contact.created'), groupBy: [{ field: 'entityId' }] };
const partnerRoles = ['PARTNER_STAFF', 'PARTNER_ADMIN'] as const;

test.each(partnerRoles)('%s sees events of the own partner only, in questions', async (role) => {
  const staff = await atrium.as(tenant, role, mine);
  const ask = async (question: object) =>
    (await staff('POST', '/api/analytics/query', question)).body;
  expect((await ask(grouped)).rows).toEqual([{ values: ['mine', 1] }]);
  const filters = [{ field: 'partnerUuid', op: 'EQ', value: theirs }];
  expect((await ask({ ...grouped, filters })).rows).toEqual([]);
  expect((await ask(countOf('household.created'))).rows).toEqual([{ values: [0] }]);
  expect((await ask({ ...grouped, groupBy: [{ field: 'secret' }] })).code).toBe(
    'QUERY_EXECUTION_FAILED',
  );
  expect((await ask({ ...grouped, groupBy: [{ field: 'contactType' }] })).rows).toEqual([
    { values: ['CLIENT', 1] },
  ]);
});

test.each(partnerRoles)('%s sees them only, in the catalogue and in exports', async (role) => {
  const staff = await atrium.as(tenant, role, mine);
  const { body } = await staff('GET', '/api/analytics/catalogue');
  expect(body.eventTypes).toEqual([
    expect.objectContaining({
      eventType: 'contact.created',
      count: 1,
      attributes: ['contactType', 'partnerUuid'],
    }),
  ]);
  for (const query of ['', '?eventType=contact.created', '?eventType=household.created']) {
    const { status, text } = await staff('GET', `/api/analytics/events${query}`);
    expect(status).toBe(200);
    expect(text).not.toMatch(/theirs|nobody/);
    expect(text.includes('"mine"')).toBe(!query.includes('household'));
  }
});

test('Partner staff without a partner see none, everybody else sees all', async () => {
  const lost = await atrium.as(tenant, 'PARTNER_STAFF');
  expect((await lost('POST', '/api/analytics/query', grouped)).body.rows).toEqual([]);
  expect((await lost('GET', '/api/analytics/catalogue')).body.eventTypes).toEqual([]);
  expect((await lost('GET', '/api/analytics/events')).text).toBe('');
  for (const role of ['TENANT_STAFF', 'TENANT_ADMIN'] as const) {
    const staff = await atrium.as(tenant, role, mine);
    const { body } = await staff('POST', '/api/analytics/query', grouped);
    expect(body.rows).toHaveLength(3);
    expect((await staff('GET', '/api/analytics/events')).text).toContain('nobody');
  }
});

describe.each(partnerRoles)('What %s sends bears the own partner', (role) => {
  const send = async (attributes?: object, eventType = `sent.${role.toLowerCase()}`) => {
    const staff = await atrium.as(tenant, role, mine);
    return { eventType, tenantId: tenant, ...(attributes ? { attributes } : {}), staff };
  };
  const seenBy = async (partner: string, eventType: string) => {
    const staff = await atrium.as(tenant, role, partner);
    return (await staff('GET', `/api/analytics/events?eventType=${eventType}`)).text;
  };

  test('whether it says so or not', async () => {
    for (const attributes of [
      undefined,
      {},
      { plain: 'x' },
      { partnerUuid: null },
      { partnerUuid: mine.toUpperCase() },
    ]) {
      const { staff, ...event } = await send(attributes);
      expect((await staff('POST', '/api/analytics/events', event)).status).toBe(202);
      const { body } = await staff('POST', '/api/analytics/events/batch', { events: [event] });
      expect(body.accepted).toBe(1);
    }
    const { staff, eventType } = await send();
    const rows = async () =>
      (await staff('POST', '/api/analytics/query', countOf(eventType))).body.rows;
    await expect.poll(rows).toEqual([{ values: [10] }]);
  });

  test('and nothing that names another one is taken', async () => {
    for (const partnerUuid of [theirs, ` ${mine}`, '', 'x', 7, true]) {
      const { staff, ...event } = await send({ partnerUuid }, 'refused.event');
      const alone = await staff('POST', '/api/analytics/events', event);
      expect([alone.status, alone.body.code]).toEqual([403, 'FORBIDDEN_PARTNER']);
      const good = { ...event, eventType: 'good.event', attributes: {} };
      const raw = [event, good].map((each) => JSON.stringify(each)).join('\n');
      for (const [body, options] of [
        [{ events: [event, good] }, {}],
        [undefined, { raw, headers: { 'content-type': 'application/x-ndjson' } }],
      ] as const) {
        const batch = await staff('POST', '/api/analytics/events/batch', body, options);
        expect([batch.status, batch.body.accepted, batch.body.rejected]).toEqual([200, 1, 1]);
        expect(batch.body.results[0].errors).toEqual([
          expect.objectContaining({ field: 'attributes.partnerUuid', code: 'FORBIDDEN_PARTNER' }),
        ]);
      }
    }
    for (const partner of [mine, theirs]) expect(await seenBy(partner, 'refused.event')).toBe('');
    expect(await seenBy(theirs, 'good.event')).toBe('');
  });
});

test('Partner staff without a partner send nothing, the tenant’s own people what they like', async () => {
  const event = { eventType: 'free.event', tenantId: tenant, attributes: { partnerUuid: theirs } };
  const lost = await atrium.as(tenant, 'PARTNER_STAFF');
  expect((await lost('POST', '/api/analytics/events', event)).status).toBe(403);
  for (const role of ['TENANT_STAFF', 'TENANT_ADMIN'] as const) {
    const staff = await atrium.as(tenant, role);
    expect((await staff('POST', '/api/analytics/events', event)).status).toBe(202);
  }
  const partner = await atrium.as(tenant, 'PARTNER_STAFF', theirs);
  const rows = async () =>
    (await partner('POST', '/api/analytics/query', countOf('free.event'))).body.rows;
  await expect.poll(rows).toEqual([{ values: [2] }]);
});
