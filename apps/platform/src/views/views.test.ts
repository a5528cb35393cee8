import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let adviser: Client;
let colleague: Client;

beforeEach(async () => {
  tenant = await w.tenant();
  [admin, adviser, colleague] = await Promise.all([
    tenant.as('TENANT_ADMIN'),
    tenant.as('TENANT_STAFF'),
    tenant.as('TENANT_STAFF'),
  ]);
});

const contacts = {
  name: 'Prospects',
  list: 'CONTACTS',
  filters: [
    { field: 'contactType', operator: 'equals', value: 'PROSPECT' },
    { field: 'createdAt', operator: 'RANGE', min: '2026-01-01', max: '2026-12-31' },
  ],
  sort: ['createdAt,desc'],
  columns: ['firstName', 'stageName'],
  isShared: false,
};
const question = {
  eventType: 'contact.created',
  timeRange: { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
  granularity: 'month',
  aggregations: [{ function: 'count' }],
};
const insights = { name: 'Growth', list: 'INSIGHTS', question };
const names = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name);

describe('a view', () => {
  test('that is shared is seen within the partner of its owner and by the firm, by no other partner', async () => {
    const partner = async (name: string) => {
      const { partnerUuid } = (await admin.post('/api/partners', { name })).body;
      return Promise.all([
        tenant.as('PARTNER_ADMIN', partnerUuid),
        tenant.as('PARTNER_STAFF', partnerUuid),
      ]);
    };
    const [[one, ofOne], [, ofTwo]] = [await partner('One'), await partner('Two')];
    const share = async (by: Client) =>
      (await by.post('/api/views', { ...contacts, isShared: true })).body.viewUuid;
    const [ofPartner, ofFirm] = [await share(one), await share(adviser)];
    const seen = async (by: Client) =>
      (await by.get('/api/views')).body.map(({ viewUuid }: { viewUuid: string }) => viewUuid);
    expect(new Set(await seen(admin))).toEqual(new Set([ofPartner, ofFirm]));
    expect(await seen(ofOne)).toEqual([ofPartner]);
    expect(await seen(ofTwo)).toEqual([]);
    for (const [by, viewUuid] of [
      [ofTwo, ofPartner],
      [ofTwo, ofFirm],
      [ofOne, ofFirm],
    ] as const)
      expect((await by.get(`/api/views/${viewUuid}`)).status).toBe(404);
  });

  test('keeps filters, order and columns as they were sent, and is changed and deleted', async () => {
    const { status, body: view } = await adviser.post('/api/views', contacts);
    expect(status).toBe(201);
    expect(view).toMatchObject({ ...contacts, question: null, ownerName: 'Ana Rojas' });
    expect(view.ownerUuid).toBe(adviser.identity['x-user-id']);
    const path = `/api/views/${view.viewUuid}`;
    expect((await adviser.get(path)).body).toEqual(view);
    expect((await adviser.post('/api/v2/contacts', { filters: view.filters })).status).toBe(200);

    const changed = await adviser.put(path, { name: 'Leads', filters: [], isShared: true });
    expect(changed.body).toMatchObject({ name: 'Leads', filters: [], sort: contacts.sort });
    expect((await adviser.delete(path)).status).toBe(204);
    expect((await adviser.get(path)).status).toBe(404);
    expect((await adviser.delete(path)).status).toBe(404);
    const events = await w.db.asPlatform(
      (tx) => tx`
        select event_type, attributes from events where entity_type = 'VIEW'
         and entity_id = ${view.viewUuid} order by event_uuid`,
    );
    expect(events).toMatchObject([
      { eventType: 'view.created', attributes: { list: 'CONTACTS', isShared: 'false' } },
      { eventType: 'view.updated', attributes: { list: 'CONTACTS', isShared: 'true' } },
      { eventType: 'view.deleted' },
    ]);
  });

  test('of INSIGHTS keeps a question to analytics as it was sent', async () => {
    const { status, body } = await adviser.post('/api/views', insights);
    expect(status).toBe(201);
    expect(body).toMatchObject({ question, filters: [], sort: [] });
    const toList = { list: 'MEETINGS', question: null, sort: ['startDateTime,asc'] };
    const changed = await adviser.put(`/api/views/${body.viewUuid}`, toList);
    expect(changed.body).toMatchObject(toList);
  });

  const withQuestion = (changes: object) => ({
    ...insights,
    question: { ...question, ...changes },
  });
  test.each([
    ['no name', { ...contacts, name: undefined }, 'name'],
    ['a name of 61 characters', { ...contacts, name: 'a'.repeat(61) }, 'name'],
    ['an unknown list', { ...contacts, list: 'STAFF' }, 'list'],
    ['a field of another list', { ...contacts, list: 'HOUSEHOLDS' }, 'filters[0].field'],
    [
      'an unknown operator',
      { ...contacts, filters: [{ field: 'status', operator: 'LIKE', value: 'A' }] },
      'filters[0].operator',
    ],
    [
      'a value of the wrong kind',
      { ...contacts, filters: [{ field: 'createdAt', operator: 'EQUALS', value: 'today' }] },
      'filters[0].value',
    ],
    ['an unknown sort field', { ...contacts, sort: ['shoeSize,asc'] }, 'sort'],
    ['101 columns', { ...contacts, columns: Array(101).fill('firstName') }, 'columns'],
    ['a question of contacts', { ...contacts, question }, 'question'],
    ['no question of INSIGHTS', { ...insights, question: null }, 'question'],
    ['filters of INSIGHTS', { ...insights, filters: contacts.filters }, 'filters'],
    ['a question without metrics', withQuestion({ aggregations: [] }), 'question.aggregations'],
    [
      'a question of no time',
      withQuestion({ timeRange: { from: question.timeRange.to, to: question.timeRange.to } }),
      'question.timeRange.to',
    ],
    ['a question of no zone', withQuestion({ timezone: 'Mars/Base' }), 'question.timezone'],
    ['a question sorted by nothing', withQuestion({ sort: [{ field: 'x' }] }), 'question.sort'],
  ])('with %s is refused by name', async (_title, input, field) => {
    const answer = await adviser.post('/api/views', input);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
  });

  test('is refused when it is longer than 64 KiB', async () => {
    const values = Array.from({ length: 1000 }, () => 'x'.repeat(80));
    const filters = [{ field: 'firstName', operator: 'IN', values }];
    const answer = await adviser.post('/api/views', { ...contacts, filters });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'filters']);
  });
});

describe('who has a view', () => {
  test('its owner alone, until it is shared with all staff', async () => {
    const { body: own } = await adviser.post('/api/views', contacts);
    await adviser.post('/api/views', { ...insights, isShared: true });
    const path = `/api/views/${own.viewUuid}`;
    expect(names(await adviser.get('/api/views'))).toEqual(['Growth', 'Prospects']);
    expect(names(await adviser.get('/api/views?list=CONTACTS'))).toEqual(['Prospects']);
    for (const other of [colleague, admin]) {
      expect(names(await other.get('/api/views'))).toEqual(['Growth']);
      expect((await other.get(path)).status).toBe(404);
      expect((await other.put(path, { name: 'Mine' })).status).toBe(404);
      expect((await other.delete(path)).status).toBe(404);
    }
    expect((await adviser.get('/api/views?list=STAFF')).status).toBe(400);
    expect((await (await tenant.as('CLIENT')).get('/api/views')).status).toBe(403);
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await stranger.get('/api/views')).body).toEqual([]);
  });

  test('a shared one is changed by its owner and administrators only', async () => {
    const { body } = await adviser.post('/api/views', { ...contacts, isShared: true });
    const path = `/api/views/${body.viewUuid}`;
    expect((await colleague.get(path)).status).toBe(200);
    expect((await colleague.put(path, { name: 'Mine' })).status).toBe(403);
    expect((await colleague.delete(path)).status).toBe(403);
    const withdrawn = await admin.put(path, { name: 'Theirs', isShared: false });
    expect(withdrawn.body).toMatchObject({ name: 'Theirs', ownerUuid: body.ownerUuid });
    expect((await colleague.get(path)).status).toBe(404);
    expect((await adviser.get(path)).status).toBe(200);
    expect((await adviser.get(`/api/views/${randomUUID()}`)).status).toBe(404);
  });

  test('a person keeps a hundred, whoever asks at once', async () => {
    const create = () => adviser.post('/api/views', contacts);
    const answers = [];
    for (let round = 0; round < 5; round++)
      answers.push(...(await Promise.all(Array.from({ length: 21 }, create))));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    expect((await create()).body.code).toBe('TOO_MANY_VIEWS');
    expect((await colleague.post('/api/views', contacts)).status).toBe(201);
  });
});
