import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const path = '/api/core/platformconfigs/v1/contacts';
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let staff: Client;

beforeAll(async () => {
  tenant = await w.tenant();
  [admin, staff] = await Promise.all([tenant.as('TENANT_ADMIN'), tenant.as('TENANT_STAFF')]);
});

describe.each(['stages', 'sources', 'segments'])('the %s of contacts', (list) => {
  test('are there from a tenant’s first day, in order', async () => {
    const { status, body } = await staff.get(`${path}/${list}`);
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(3);
    body.forEach((entry: object, order: number) => {
      expect(entry).toEqual({
        value: expect.stringMatching(/^[A-Z_]+$/),
        label: expect.any(String),
        order,
        isActive: true,
      });
    });
  });

  test('are replaced as a whole, in this tenant alone', async () => {
    const own = await w.tenant();
    const [owner, other] = [await own.as('TENANT_ADMIN'), await w.tenant()];
    const before = (await owner.get(`${path}/${list}`)).body;
    const { status, body } = await owner.put(`${path}/${list}`, [
      { value: 'SECOND', order: 2 },
      { value: 'FIRST', label: 'The first', order: 1, isActive: false },
    ]);
    expect(status).toBe(200);
    expect(body).toEqual([
      { value: 'FIRST', label: 'The first', order: 1, isActive: false },
      { value: 'SECOND', label: 'SECOND', order: 2, isActive: true },
    ]);
    expect((await owner.get(`${path}/${list}`)).body).toEqual(body);
    expect((await (await other.as('TENANT_STAFF')).get(`${path}/${list}`)).body).toEqual(before);
  });

  test.each<[string, unknown, string]>([
    ['an object', {}, 'body'],
    ['an entry without value', [{}], '[0].value'],
    ['a value of spaces', [{ value: ' ' }], '[0].value'],
    ['a value of 101 letters', [{ value: 'x'.repeat(101) }], '[0].value'],
    ['a value twice', [{ value: 'A' }, { value: 'A' }], '[1].value'],
    ['an order in words', [{ value: 'A', order: 'first' }], '[0].order'],
  ])('are not replaced by %s', async (_title, input, field) => {
    const { status, body } = await admin.put(`${path}/${list}`, input);
    expect(status).toBe(400);
    expect(body.errors.map((each: { field: string }) => each.field)).toContain(field);
  });

  test('are replaced by administrators only', async () => {
    expect((await staff.put(`${path}/${list}`, [])).status).toBe(403);
    expect((await staff.get(`${path}/${list}/usage`)).status).toBe(403);
    expect((await admin.get(`${path}/${list}/usage`)).status).toBe(200);
    expect((await (await tenant.as('CLIENT')).get(`${path}/${list}`)).status).toBe(403);
  });
});

test('a value that went out of use stays where it is, but is not given anew', async () => {
  const { tenantStaffUuid } = await tenant.staff();
  const input = contactInput(tenant.tenantUuid, tenantStaffUuid);
  const { body: contact } = await staff.post('/api/contacts', input);
  await admin.put(`${path}/sources`, [{ value: 'REFERRAL', isActive: false }, { value: 'NEW' }]);
  const url = `/api/contacts/${contact.contactUuid}`;
  expect((await staff.put(url, { contactSource: 'REFERRAL', alias: 'x' })).status).toBe(200);
  expect((await staff.post('/api/contacts', input)).status).toBe(400);
  expect((await staff.put(url, { contactSource: 'NEW' })).status).toBe(200);
  expect((await staff.put(url, { contactSource: 'REFERRAL' })).status).toBe(400);
});

describe('a value with a new value', () => {
  test('is renamed on every contact and in saved views, in one change, and usage counts it', async () => {
    const own = await w.tenant();
    const [owner, adviser] = [await own.as('TENANT_ADMIN'), await own.as('TENANT_STAFF')];
    const { tenantStaffUuid } = await own.staff();
    const make = async (changes: object) => {
      const input = { ...contactInput(own.tenantUuid, tenantStaffUuid), ...changes };
      const { body: made } = await adviser.post('/api/contacts', input);
      const url = `/api/contacts/${made.contactUuid}`;
      await adviser.put(url, { segmentName: 'AFFLUENT', stageName: 'LEAD' });
      return url;
    };
    const both = await make({ marketSegment: 'AFFLUENT' });
    const [one, gone] = [await make({ marketSegment: 'INSTITUTIONAL' }), await make({})];
    await owner.delete(gone);
    const filters = [
      { field: 'segmentName', operator: 'IN', values: ['AFFLUENT', 'INSTITUTIONAL'] },
      { field: 'contactSource', operator: 'EQUALS', value: 'AFFLUENT' },
    ];
    const { body: view } = await adviser.post('/api/views', {
      name: 'A',
      list: 'CONTACTS',
      filters,
    });
    const usage = async () =>
      (await owner.get(`${path}/segments/usage`)).body.filter(
        (each: { count: number }) => each.count,
      );
    expect(await usage()).toEqual([
      { value: 'AFFLUENT', count: 2, isInList: true },
      { value: 'INSTITUTIONAL', count: 1, isInList: true },
    ]);

    const { status, body } = await owner.put(`${path}/segments`, [
      { value: 'AFFLUENT', newValue: ' INSTITUTIONAL ', label: 'Institutions' },
      { value: 'INSTITUTIONAL', newValue: 'AFFLUENT', isActive: false },
    ]);
    expect([status, body.map((each: { value: string }) => each.value)]).toEqual([
      200,
      ['INSTITUTIONAL', 'AFFLUENT'],
    ]);
    const segments = async (url: string) => {
      const { body: contact } = await adviser.get(url);
      return [contact.segmentName, contact.marketSegment];
    };
    expect(await segments(both)).toEqual(['INSTITUTIONAL', 'INSTITUTIONAL']);
    expect(await segments(one)).toEqual(['INSTITUTIONAL', 'AFFLUENT']);
    expect((await owner.post(`${gone}/restore`)).status).toBe(200);
    expect((await segments(gone))[0]).toBe('INSTITUTIONAL');
    expect((await adviser.get(`/api/views/${view.viewUuid}`)).body.filters).toEqual([
      { ...filters[0], values: ['INSTITUTIONAL', 'AFFLUENT'] },
      filters[1],
    ]);
    const trail = await owner.get(`/api/audit?entityId=${both.split('/').at(-1)}&size=1`);
    expect(trail.body.content[0]).toMatchObject({
      eventType: 'contact.updated',
      attributes: { fieldCount: '2', changedFields: 'marketSegment,segmentName' },
    });
    expect(await w.unrecorded(['contacts'])).toEqual([]);

    // Of a stage it is told which one it was.
    const stages = (await owner.get(`${path}/stages`)).body;
    const renamed = stages.map((each: { value: string }) =>
      each.value === 'LEAD' ? { ...each, newValue: 'FIRST' } : each,
    );
    expect((await owner.put(`${path}/stages`, renamed)).status).toBe(200);
    const moved = await owner.get(`/api/audit?entityId=${both.split('/').at(-1)}&size=1`);
    expect(moved.body.content[0]).toMatchObject({
      eventType: 'contact.updated',
      attributes: { stageName: 'FIRST', fromStageName: 'LEAD' },
    });

    // A value that the list has lost is still renamed where it is.
    await owner.put(`${path}/segments`, [{ value: 'NEW' }]);
    expect(await usage()).toEqual([
      { value: 'AFFLUENT', count: 1, isInList: false },
      { value: 'INSTITUTIONAL', count: 3, isInList: false },
    ]);
    expect(
      (await owner.put(`${path}/segments`, [{ value: 'INSTITUTIONAL', newValue: 'NEW' }])).status,
    ).toBe(200);
    expect(await usage()).toContainEqual({ value: 'NEW', count: 3, isInList: true });
    expect((await adviser.get(`${path}/segments/usage`)).status).toBe(403);
  });

  test.each<[string, unknown[], string]>([
    ['of spaces', [{ value: 'LEAD', newValue: ' ' }], '[0].newValue'],
    ['of 101 letters', [{ value: 'LEAD', newValue: 'x'.repeat(101) }], '[0].newValue'],
    ['of another kind', [{ value: 'LEAD', newValue: 4 }], '[0].newValue'],
    [
      'which another entry has',
      [{ value: 'LOST' }, { value: 'LEAD', newValue: 'LOST' }],
      '[1].newValue',
    ],
    [
      'which a later entry has',
      [{ value: 'LEAD', newValue: 'LOST' }, { value: 'LOST' }],
      '[1].value',
    ],
    ['for what nobody has', [{ value: 'NOBODY', newValue: 'X' }], '[0].value'],
    ['of a value stated twice', [{ value: 'LEAD', newValue: 'X' }, { value: 'LEAD' }], '[1].value'],
  ])('is refused %s, and the list stays', async (_title, input, field) => {
    const fresh = await (await w.tenant()).as('TENANT_ADMIN');
    const before = (await fresh.get(`${path}/stages`)).body;
    const { status, body } = await fresh.put(`${path}/stages`, input);
    expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    expect((await fresh.get(`${path}/stages`)).body).toEqual(before);
  });

  test('is given by one of two who replace the list at once, and the other meets the new list', async () => {
    const own = await w.tenant();
    const owner = await own.as('TENANT_ADMIN');
    const { tenantStaffUuid } = await own.staff();
    const input = contactInput(own.tenantUuid, tenantStaffUuid);
    const { body: contact } = await owner.post('/api/contacts', input);
    const answers = await w.db.asPlatform(async (tx) => {
      await tx`select from contacts where contact_uuid = ${contact.contactUuid} for update`;
      const both = ['FRIEND', 'KIN'].map((newValue) =>
        owner.put(`${path}/sources`, [{ value: input.contactSource, newValue }]),
      );
      const waiting = () => w.sql`
        select from pg_stat_activity
         where datname = current_database() and application_name = 'atrium'
           and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waiting()).length).toBeGreaterThanOrEqual(2);
      return both;
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
    const used = (await owner.get(`${path}/sources/usage`)).body;
    expect(used).toEqual([expect.objectContaining({ count: 1, isInList: true })]);
  });

  test('leaves no contact behind that is made or changed meanwhile', async () => {
    const own = await w.tenant();
    const owner = await own.as('TENANT_ADMIN');
    const { tenantStaffUuid } = await own.staff();
    const input = contactInput(own.tenantUuid, tenantStaffUuid);
    const { body: contact } = await owner.post('/api/contacts', input);
    const list = [{ value: 'REFERRAL', newValue: 'FRIEND' }, { value: 'OTHER' }];
    const [renamed, ...made] = await Promise.all([
      owner.put(`${path}/sources`, list),
      ...Array.from({ length: 12 }, () => owner.post('/api/contacts', input)),
      owner.put(`/api/contacts/${contact.contactUuid}`, { contactSource: 'OTHER' }),
    ]);
    expect(renamed?.status).toBe(200);
    for (const { status } of made) expect([200, 201, 400]).toContain(status);
    const used = (await owner.get(`${path}/sources/usage`)).body;
    expect(used.filter((each: { isInList: boolean }) => !each.isInList)).toEqual([]);
  });
});
