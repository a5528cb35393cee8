import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';

const w = await world();
let system: Client;

beforeAll(async () => {
  system = await w.systemAdmin();
});

const newCode = () => `C-${randomUUID().slice(0, 13)}`;
const create = (changes: object = {}) =>
  system.post('/api/tenants', { name: 'Andes', code: newCode(), ...changes });

describe('a tenant', () => {
  test('is created, read by id, name and code, changed and deleted', async () => {
    const code = newCode();
    const created = await create({ name: 'Ándes Wealth', code });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ name: 'Ándes Wealth', code, isActive: true });
    expect(created.body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    const { tenantUuid } = created.body;
    const own = `/api/tenants/${tenantUuid}`;
    for (const path of [
      own,
      `/api/tenants/code/${code.toLowerCase()}`,
      `/api/tenants/name/${encodeURIComponent('andes wealth')}`,
    ])
      expect((await system.get(path)).body, path).toEqual(created.body);

    const changed = await system.put(own, { name: 'Cordillera', code, isActive: false });
    expect(changed.body).toMatchObject({ tenantUuid, name: 'Cordillera', isActive: false });
    expect((await system.put(own, { name: 'Cordillera', code })).body.isActive).toBe(false);

    expect((await system.delete(own)).status).toBe(204);
    expect((await system.delete(own)).status).toBe(404);
    expect((await system.get(own)).status).toBe(404);
    expect((await create({ code })).status).toBe(201);
  });

  test('that is deleted is on record with the platform, where its administrator can read it', async () => {
    const { tenantUuid } = (await create()).body;
    await system.delete(`/api/tenants/${tenantUuid}`);
    const events = await w.db.asPlatform(
      (tx) => tx<{ tenantUuid: string }[]>`
        select tenant_uuid from events where event_type = 'tenant.deleted' and entity_id = ${tenantUuid}`,
    );
    const trails = events.map((event) => event.tenantUuid).sort();
    expect(trails).toEqual([platformTenantUuid, tenantUuid].sort());
  });

  test('has a code nobody else has, whatever its case, also of 20 at once', async () => {
    const code = newCode();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        create({ code: at % 2 ? code.toUpperCase() : code.toLowerCase() }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
    const other = (await create()).body;
    const taken = await system.put(`/api/tenants/${other.tenantUuid}`, { name: 'x', code });
    expect([taken.status, taken.body.code]).toEqual([409, 'TENANT_CODE_TAKEN']);
    expect(taken.body.errors[0].field).toBe('code');
  });

  test.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['a name of 256 characters', { name: 'a'.repeat(256) }, 'name'],
    ['a name that is a number', { name: 7 }, 'name'],
    ['no code', { code: undefined }, 'code'],
    ['a code of 51 characters', { code: 'a'.repeat(51) }, 'code'],
    ['isActive as text', { isActive: 'yes' }, 'isActive'],
  ])('with %s is refused by name', async (_title, changes, field) => {
    const { body: known } = await create();
    const before = (await system.get(`/api/tenants/${known.tenantUuid}`)).body;
    for (const answer of [
      await create(changes),
      await system.put(`/api/tenants/${known.tenantUuid}`, {
        name: known.name,
        code: known.code,
        ...changes,
      }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].field).toBe(field);
    }
    expect((await system.get(`/api/tenants/${known.tenantUuid}`)).body).toEqual(before);
  });

  test('may have a name of 255 and a code of 50 characters', async () => {
    const code = newCode().padEnd(50, 'x');
    expect((await create({ name: 'ñ'.repeat(255), code })).status).toBe(201);
  });

  test('that is deleted or inactive shuts its users out at once', async () => {
    const tenant = await w.tenant();
    const admin = await tenant.as('TENANT_ADMIN');
    const path = `/api/tenants/${tenant.tenantUuid}`;
    expect((await admin.get('/api/tenant-staff/all')).status).toBe(200);
    await system.put(path, { name: 'x', code: tenant.code, isActive: false });
    expect((await admin.get('/api/tenant-staff/all')).status).toBe(403);
    await system.put(path, { name: 'x', code: tenant.code, isActive: true });
    expect((await admin.get('/api/tenant-staff/all')).status).toBe(200);
    await system.delete(path);
    expect((await admin.get('/api/tenant-staff/all')).status).toBe(403);
  });

  test('of the platform itself stays, and stays active', async () => {
    const path = `/api/tenants/${platformTenantUuid}`;
    expect((await system.delete(path)).status).toBe(409);
    const { name, code } = (await system.get(path)).body;
    expect((await system.put(path, { name, code, isActive: false })).status).toBe(409);
  });
});

describe('lists of tenants', () => {
  const mark = randomUUID().slice(0, 8);
  const names = ['delta', 'Álamo', 'beta', 'Alamo', 'Zorro'];

  beforeAll(async () => {
    for (const name of names) await create({ name: `${mark} ${name}`, isActive: name !== 'beta' });
  });

  const filter = (body: object) => system.post('/api/v2/tenants', body);
  const mine = { field: 'name', operator: 'starts_with', value: mark };

  test('sort by name unless told otherwise, page by page', async () => {
    const found: string[] = [];
    // Other tests' tenants are there too, however many.
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await system.get(
        `/api/tenants?size=100&cursor=${encodeURIComponent(cursor)}`,
      );
      found.push(...body.content.map((each: { name: string }) => each.name));
      cursor = body.nextCursor;
    }
    const own = found.filter((name) => name.startsWith(mark));
    expect(own.map((name) => name.slice(mark.length + 1)).slice(2)).toEqual([
      'beta',
      'delta',
      'Zorro',
    ]);
    const page = await filter({ filters: [mine], size: 2, page: 1, sort: ['name,desc'] });
    expect(page.body).toMatchObject({
      number: 1,
      size: 2,
      totalElements: 5,
      totalPages: 3,
      first: false,
      last: false,
    });
    expect(page.body.content[0].name).toBe(`${mark} beta`);
  });

  test('are filtered by every condition at once, whatever the operator’s case', async () => {
    for (const [conditions, count] of [
      [[], 5],
      [[{ field: 'isActive', operator: 'equals', value: true }], 4],
      [[{ field: 'isActive', operator: 'EQUALS', value: 'false' }], 1],
      [[{ field: 'name', operator: 'Contains', value: 'alamo' }], 2],
      [[{ field: 'name', operator: 'in', values: [`${mark} beta`, `${mark} delta`] }], 2],
      [[{ field: 'createdAt', operator: 'greater_than', value: '2001-01-01T00:00:00' }], 5],
      [[{ field: 'tenantUuid', operator: 'is_null' }], 0],
    ] as const) {
      const answer = await filter({ filters: [mine, ...conditions] });
      expect(answer.body.totalElements, JSON.stringify(conditions)).toBe(count);
    }
  });

  test('take null for what a client with typed requests did not set', async () => {
    const unset = { values: null, min: null, max: null };
    const filters = [mine, { field: 'name', operator: 'CONTAINS', value: 'alamo', ...unset }];
    const answer = await filter({ filters, page: null, size: null, sort: null });
    expect(answer.body).toMatchObject({ totalElements: 2, number: 0, size: 20 });
  });

  test.each([
    [
      'an unknown field',
      { filters: [{ field: 'owner', operator: 'equals', value: 'x' }] },
      'filters[0].field',
    ],
    [
      'an unknown operator',
      { filters: [{ field: 'name', operator: 'like', value: 'x' }] },
      'filters[0].operator',
    ],
    [
      'a value of another type',
      { filters: [{ field: 'isActive', operator: 'equals', value: 'maybe' }] },
      'filters[0].value',
    ],
    ['size 0', { size: 0 }, 'size'],
    ['size 101', { size: 101 }, 'size'],
    ['page -1', { page: -1 }, 'page'],
    ['an unknown sort field', { sort: ['owner,asc'] }, 'sort'],
    ['filters that are no array', { filters: 'name' }, 'filters'],
  ])('refuse %s', async (_title, body, field) => {
    const answer = await filter(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });

  test('tell which values a field has', async () => {
    const values = async (body: object) =>
      (await system.post('/api/v2/tenants/filter-values', body)).body;
    const all = await values({ field: 'name', filters: [mine] });
    expect(all.total).toBe(5);
    expect(all.values.slice(2)).toEqual(
      ['beta', 'delta', 'Zorro'].map((each) => `${mark} ${each}`),
    );
    expect(await values({ field: 'name', search: `${mark} al` })).toMatchObject({ total: 2 });
    const paged = await values({ field: 'name', filters: [mine], page: 2, size: 2 });
    expect(paged).toEqual({ field: 'name', values: [`${mark} Zorro`], total: 5 });
    expect((await values({ field: 'isActive', filters: [mine] })).values).toEqual([false, true]);
    for (const body of [
      { field: 'owner' },
      {},
      { field: 'name', size: 101 },
      { field: 'name', search: 1 },
    ])
      expect((await system.post('/api/v2/tenants/filter-values', body)).status).toBe(400);
  });
});

describe('the statistics of a tenant', () => {
  test('count its live contacts and households, for everybody in it', async () => {
    const [tenant, other] = [await w.tenant(), await w.tenant()];
    const adviser = await tenant.as('TENANT_STAFF');
    const path = `/api/tenants/${tenant.tenantUuid}/stats`;
    const counts = async () => (await adviser.get(path)).body;
    const { tenantUuid } = tenant;
    expect(await counts()).toEqual({ tenantUuid, householdCount: 0, contactCount: 0 });

    const create = async () => {
      const input = contactInput(tenantUuid, adviser.identity['x-user-id'] ?? '');
      const { body } = await adviser.post('/api/contacts', input);
      return body.contactUuid as string;
    };
    const [kept, gone] = [await create(), await create()];
    const household = await adviser.post('/api/households', {
      name: 'Rojas',
      relationshipManagerType: 'TENANT_STAFF',
      relationshipManagerUuid: adviser.identity['x-user-id'],
    });
    expect([kept.length, household.status]).toEqual([36, 201]);
    await adviser.delete(`/api/contacts/${gone}`);
    expect(await counts()).toEqual({ tenantUuid, householdCount: 1, contactCount: 1 });
    await adviser.delete(`/api/households/${household.body.householdUuid}`);
    expect((await (await tenant.as('CLIENT')).get(path)).body.householdCount).toBe(0);
    expect((await system.get(path)).body.contactCount).toBe(1);
    expect((await (await other.as('TENANT_ADMIN')).get(path)).status).toBe(403);
    expect((await system.get(`/api/tenants/${randomUUID()}/stats`)).status).toBe(404);
    expect((await w.anonymous.get(path)).status).toBe(401);
  });
});

describe('who administers tenants', () => {
  const calls = [
    ['get', '/api/tenants'],
    ['get', `/api/tenants/${platformTenantUuid}`],
    ['get', '/api/tenants/code/PLATFORM'],
    ['post', '/api/tenants'],
    ['put', `/api/tenants/${platformTenantUuid}`],
    ['delete', `/api/tenants/${platformTenantUuid}`],
    ['post', '/api/tenants/delete'],
    ['post', '/api/v2/tenants'],
    ['post', '/api/v2/tenants/filter-values'],
  ] as const;

  test.each(calls)('nobody but a system administrator: %s %s', async (method, path) => {
    const tenant = await w.tenant();
    for (const role of ['TENANT_ADMIN', 'PARTNER_ADMIN', 'TENANT_STAFF', 'CLIENT'] as const)
      expect((await (await tenant.as(role))[method](path)).status, role).toBe(403);
    expect((await w.anonymous[method](path)).status).toBe(401);
  });

  test('but everybody who signed in finds one by name', async () => {
    const tenant = await w.tenant('Sauce Capital');
    const client = await tenant.as('CLIENT');
    const found = await client.get('/api/tenants/name/sauce%20capital');
    expect(found.body.tenantUuid).toBe(tenant.tenantUuid);
    expect((await client.get('/api/tenants/name/nobody')).status).toBe(404);
    // The one with the letters asked for comes before an older one that differs by an accent.
    await w.tenant('Peña Sauce');
    const plain = await w.tenant('Pena Sauce');
    const asked = await client.get('/api/tenants/name/pena%20sauce');
    expect(asked.body.tenantUuid).toBe(plain.tenantUuid);
  });
});
