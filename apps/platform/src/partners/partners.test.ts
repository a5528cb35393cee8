import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;

beforeEach(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
});

async function create(name = 'Cordillera'): Promise<{ partnerUuid: string }> {
  const answer = await admin.post('/api/partners', { name });
  expect(answer.status).toBe(201);
  return answer.body;
}

const pathOf = ({ partnerUuid }: { partnerUuid: string }) => `/api/partners/${partnerUuid}`;
const employ = (partnerUuid: string) =>
  admin.post('/api/tenant-staff', { ...staffInput(tenant.tenantUuid), partnerUuid });

describe('a partner', () => {
  test('is created, read, changed in part, listed and deleted', async () => {
    const partner = await create();
    expect(partner).toMatchObject({
      tenantUuid: tenant.tenantUuid,
      name: 'Cordillera',
      isActive: true,
    });
    expect((await admin.get(pathOf(partner))).body).toEqual(partner);
    const changed = await admin.put(pathOf(partner), { isActive: false });
    expect(changed.body).toMatchObject({ name: 'Cordillera', isActive: false });
    expect((await admin.put(pathOf(partner), {})).body).toEqual(changed.body);
    await create('Álamo');
    await create('beta');
    const listed = await admin.get('/api/partners?size=2');
    expect(listed.body).toMatchObject({ totalElements: 3, totalPages: 2 });
    expect(listed.body.content.map((each: { name: string }) => each.name)).toEqual([
      'Álamo',
      'beta',
    ]);

    expect((await admin.delete(pathOf(partner))).status).toBe(204);
    expect((await admin.delete(pathOf(partner))).status).toBe(404);
    expect((await admin.get(pathOf(partner))).status).toBe(404);
    expect((await admin.put(pathOf(partner), { name: 'x' })).status).toBe(404);
    expect((await admin.get('/api/partners')).body.totalElements).toBe(2);
  });

  test('stays while somebody works for it, and takes nobody in once it is deleted', async () => {
    const partner = await create();
    const { body: member } = await employ(partner.partnerUuid);
    expect(member).toMatchObject({ category: 'PARTNER_STAFF', partnerUuid: partner.partnerUuid });
    const refused = await admin.delete(pathOf(partner));
    expect([refused.status, refused.body.code]).toEqual([409, 'PARTNER_HAS_STAFF']);
    await admin.delete(`/api/tenant-staff/${member.tenantStaffUuid}`, {
      staffUuidToDelete: member.tenantStaffUuid,
    });
    expect((await admin.delete(pathOf(partner))).status).toBe(204);
    const late = await employ(partner.partnerUuid);
    expect([late.status, late.body.errors[0].field]).toEqual([400, 'partnerUuid']);
    const own = await tenant.staff();
    const moved = await admin.put(`/api/tenant-staff/${own.tenantStaffUuid}`, partner);
    expect([moved.status, moved.body.errors[0].field]).toEqual([400, 'partnerUuid']);
  });

  test('is deleted or takes somebody in, never both at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const partner = await create();
      const [removed, ...employed] = await Promise.all([
        admin.delete(pathOf(partner)),
        ...Array.from({ length: 5 }, () => employ(partner.partnerUuid)),
      ]);
      const taken = employed.filter((answer) => answer.status === 201).length;
      expect(employed.every((answer) => [201, 400].includes(answer.status))).toBe(true);
      expect(removed?.status).toBe(taken > 0 ? 409 : 204);
    }
  });

  test.each([
    ['no name', {}, 'name'],
    ['a name of spaces', { name: '   ' }, 'name'],
    ['a name of 256 characters', { name: 'a'.repeat(256) }, 'name'],
    ['a name that is a number', { name: 1 }, 'name'],
    ['isActive as text', { name: 'x', isActive: 'no' }, 'isActive'],
  ])('with %s is refused by name', async (_title, body, field) => {
    const answer = await admin.post('/api/partners', body);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    expect((await admin.get('/api/partners')).body.totalElements).toBe(0);
  });
});

describe('who administers partners', () => {
  test('a system administrator, in the tenant that the header names', async () => {
    const partner = await create();
    const system = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenant.tenantUuid });
    expect((await system.get(pathOf(partner))).status).toBe(200);
    expect((await system.put(pathOf(partner), { name: 'New' })).body.name).toBe('New');
    expect((await system.delete(pathOf(partner))).status).toBe(204);
  });

  test('nobody else, and nobody of another tenant', async () => {
    const partner = await create();
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    for (const path of [pathOf(partner), `/api/partners/${randomUUID()}`, '/api/partners/x']) {
      expect((await stranger.get(path)).status).toBe(404);
      expect((await stranger.put(path, { name: 'x' })).status).toBe(404);
      expect((await stranger.delete(path)).status).toBe(404);
    }
    for (const role of ['PARTNER_ADMIN', 'TENANT_STAFF', 'PARTNER_STAFF', 'CLIENT'] as const) {
      const caller = await tenant.as(role, partner.partnerUuid);
      expect((await caller.get('/api/partners')).status, role).toBe(403);
      expect((await caller.post('/api/partners', { name: 'x' })).status, role).toBe(403);
      expect((await caller.get(pathOf(partner))).status, role).toBe(403);
      expect((await caller.put(pathOf(partner), { name: 'x' })).status, role).toBe(403);
      expect((await caller.delete(pathOf(partner))).status, role).toBe(403);
    }
    expect((await w.anonymous.get('/api/partners')).status).toBe(401);
  });
});

test('no partner was written without an event in the same transaction', async () => {
  expect(await w.unrecorded(['partners'])).toEqual([]);
});
