import { randomUUID } from 'node:crypto';
import type { Role } from '@atrium/kit/auth/caller.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;

beforeAll(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
});

const all: Role[] = [
  'SYSTEM_ADMIN',
  'TENANT_ADMIN',
  'PARTNER_ADMIN',
  'TENANT_STAFF',
  'PARTNER_STAFF',
  'CLIENT',
];

const newPartner = async () => (await admin.post('/api/partners', { name: 'Partner' })).body;
const employ = async (changes: object) =>
  (await admin.post('/api/tenant-staff', { ...staffInput(tenant.tenantUuid), ...changes })).body;

/** A caller of each role in the tenant; partner people work for the partner. */
async function caller(role: Role, partnerUuid: string): Promise<Client> {
  if (role === 'SYSTEM_ADMIN')
    return (await w.systemAdmin()).with({ 'x-tenant-uuid': tenant.tenantUuid });
  return tenant.as(role, role.startsWith('PARTNER') ? partnerUuid : null);
}

describe('each endpoint is open to its roles and to no other', () => {
  const three: Role[] = ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'PARTNER_ADMIN'];
  const endpoints: [
    string,
    Role[],
    (client: Client, own: string) => Promise<{ status: number }>,
  ][] = [
    ['list', three, (client) => client.get('/api/tenant-staff/all')],
    ['list by page', three, (client) => client.get('/api/tenant-staff/all/paginated')],
    [
      'list by category',
      three,
      (client) => client.get('/api/tenant-staff/all/by-category/PARTNER_STAFF'),
    ],
    [
      'list of a tenant',
      ['SYSTEM_ADMIN'],
      (client) => client.get(`/api/tenant-staff/${tenant.tenantUuid}/all`),
    ],
    ['read', [...three, 'TENANT_STAFF'], (client, own) => client.get(`/api/tenant-staff/${own}`)],
    [
      'search',
      [...three, 'TENANT_STAFF'],
      (client) => client.get('/api/tenant-staff/search?name=ana'),
    ],
    [
      'create',
      ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
      (client) => client.post('/api/tenant-staff', staffInput(tenant.tenantUuid)),
    ],
    [
      'update',
      three,
      (client, own) => client.put(`/api/tenant-staff/${own}`, { jobPosition: 'Head' }),
    ],
    ['reset', three, (client, own) => client.post(`/api/tenant-staff/${own}/credentials/reset`)],
    [
      'set a password',
      three,
      (client, own) =>
        client.put(`/api/tenant-staff/${own}/credentials/create`, { password: 'correct horse 2' }),
    ],
    [
      'delete',
      ['TENANT_ADMIN', 'PARTNER_ADMIN'],
      (client, own) => client.delete(`/api/tenant-staff/${own}`, { staffUuidToDelete: own }),
    ],
  ];

  test.each(endpoints)('%s', async (_title, allowed, call) => {
    const { partnerUuid } = await newPartner();
    for (const role of all) {
      const { tenantStaffUuid } = await employ({ partnerUuid });
      const { status } = await call(await caller(role, partnerUuid), tenantStaffUuid);
      if (allowed.includes(role)) expect(status, role).toBeLessThan(300);
      else expect(status, role).toBe(403);
    }
    expect((await call(w.anonymous, randomUUID())).status).toBe(401);
  });

  test.each(endpoints.filter(([title]) => /^(read|update|reset|set|delete)/.test(title)))(
    'another tenant’s member and nobody at all are 404: %s',
    async (_title, _allowed, call) => {
      const elsewhere = await w.tenant();
      const { tenantStaffUuid } = await elsewhere.staff();
      for (const uuid of [tenantStaffUuid, randomUUID(), 'x'])
        expect((await call(admin, uuid)).status).toBe(404);
    },
  );
});

describe('an administrator of a partner', () => {
  test('manages the own partner’s people and nobody else', async () => {
    const [own, other] = [await newPartner(), await newPartner()];
    const manager = await tenant.as('PARTNER_ADMIN', own.partnerUuid);
    for (const [partnerUuid, status] of [
      [own.partnerUuid, 200],
      [other.partnerUuid, 403],
      [null, 403],
    ]) {
      const { tenantStaffUuid } = await employ({ partnerUuid });
      const path = `/api/tenant-staff/${tenantStaffUuid}`;
      expect((await manager.put(path, { jobPosition: 'Head' })).status).toBe(status);
      const reset = await manager.post(`${path}/credentials/reset`);
      expect(reset.status).toBe(status === 200 ? 202 : 403);
      const removed = await manager.delete(path, { staffUuidToDelete: tenantStaffUuid });
      expect(removed.status).toBe(status === 200 ? 204 : 403);
    }
  });

  test('moves nobody out of the partner, which would lend the tenant’s own rights', async () => {
    const [own, other] = [await newPartner(), await newPartner()];
    const manager = await tenant.as('PARTNER_ADMIN', own.partnerUuid);
    const member = await employ({ partnerUuid: own.partnerUuid, staffType: 'ADMIN' });
    const path = `/api/tenant-staff/${member.tenantStaffUuid}`;
    for (const partnerUuid of [null, other.partnerUuid])
      expect((await manager.put(path, { partnerUuid })).status).toBe(403);
    expect((await admin.get(path)).body).toEqual(member);
    expect((await manager.put(path, { partnerUuid: own.partnerUuid })).status).toBe(200);
    const freed = await admin.put(path, { partnerUuid: null });
    expect(freed.body).toMatchObject({ category: 'TENANT_STAFF', roles: ['TENANT_ADMIN'] });
  });
});

test('who loses rights is signed out at once, and who gains them is not', async () => {
  const { partnerUuid } = await newPartner();
  for (const [before, change, then] of [
    [{ staffType: 'ADMIN' }, { staffType: 'ADVISOR' }, 401],
    [{}, { partnerUuid }, 401],
    [{ partnerUuid }, { partnerUuid: null }, 401],
    [{}, { staffType: 'ADMIN' }, 200],
    [{ partnerUuid }, { staffType: 'MANAGER', partnerUuid }, 200],
  ] as const) {
    const password = 'correct horse battery';
    const { tenantStaffUuid, userEmail: email } = await employ(before);
    const { body: tokens } = await w.anonymous.post('/api/auth/login', { email, password });
    expect((await admin.put(`/api/tenant-staff/${tenantStaffUuid}`, change)).status).toBe(200);
    const authorization = `Bearer ${tokens.accessToken}`;
    expect((await w.anonymous.get('/api/auth/me', { authorization })).status).toBe(then);
  }
});

test('who is created inactive cannot sign in before being made active', async () => {
  const password = 'correct horse battery';
  const { tenantStaffUuid, userEmail: email, isActive } = await employ({ isActive: false });
  expect(isActive).toBe(false);
  const signIn = async () =>
    (await w.anonymous.post('/api/auth/login', { email, password })).status;
  expect(await signIn()).toBe(403);
  await admin.put(`/api/tenant-staff/${tenantStaffUuid}`, { isActive: true });
  expect(await signIn()).toBe(200);
  expect((await employ({ isActive: null })).isActive).toBe(true);
  for (const wrong of ['x', 1])
    expect(await employ({ isActive: wrong })).toMatchObject({
      status: 400,
      errors: [{ field: 'isActive' }],
    });
});

test('commissions are paid in any unit of ISO 4217, Chile’s UF among them', async () => {
  for (const commissionCurrency of ['CLP', 'CLF', 'USD', 'VED'])
    expect((await employ({ commissionCurrency })).commissionCurrency).toBe(commissionCurrency);
  for (const commissionCurrency of ['ABC', 'clp', 'US'])
    expect(await employ({ commissionCurrency })).toMatchObject({
      status: 400,
      errors: [{ field: 'commissionCurrency' }],
    });
});

describe('an update is held to the bounds of a create', () => {
  test.each([
    ['firstName', ['A', 'A'.repeat(51), null, 5]],
    ['paternalLastName', ['', 'A'.repeat(51), null]],
    ['middleName', ['A'.repeat(101), 5]],
    ['maternalLastName', ['A'.repeat(101)]],
    ['jobPosition', ['A'.repeat(101)]],
    ['currentResidence', ['A'.repeat(101)]],
    ['userEmail', ['ana', `${'a'.repeat(90)}@long.example`, null]],
    ['email', ['ana@', null]],
    ['staffType', ['BOSS', null]],
    ['staffRole', ['MANAGER']],
    ['legalResidence', ['ZZ', 'Chile']],
    ['timeZone', ['Mars/Olympus', '+01:00']],
    ['platformLanguage', ['LATIN']],
    ['commissionCurrency', ['XQX']],
    ['contactPhone', ['+56912345678']],
    ['dateOfBirth', ['2001-02-30', '2999-01-01', '1.2.1990']],
    ['partnerUuid', ['x', randomUUID()]],
    ['isActive', ['yes']],
    ['tenantUuid', ['x', randomUUID()]],
  ])('%s', async (field, values) => {
    const member = await employ({});
    const path = `/api/tenant-staff/${member.tenantStaffUuid}`;
    for (const value of values) {
      const answer = await admin.put(path, { [field]: value });
      expect([answer.status, answer.body.errors[0].field], String(value)).toEqual([400, field]);
    }
    expect((await admin.get(path)).body).toEqual(member);
  });

  test.each([
    [{ firstName: 'Li', paternalLastName: 'X' }],
    [{ firstName: 'A'.repeat(50), paternalLastName: 'B'.repeat(50), middleName: 'C'.repeat(100) }],
    [{ middleName: null, maternalLastName: null, contactPhone: null, dateOfBirth: null }],
    [{ legalResidence: 'chl', timeZone: 'Europe/Madrid', platformLanguage: 'ENGLISH' }],
  ])('and takes what lies on them: %j', async (changes) => {
    const { tenantStaffUuid } = await employ({});
    const answer = await admin.put(`/api/tenant-staff/${tenantStaffUuid}`, changes);
    expect(answer.status).toBe(200);
    const expected = 'legalResidence' in changes ? { ...changes, legalResidence: 'CHL' } : changes;
    expect(answer.body).toMatchObject(expected);
  });
});
