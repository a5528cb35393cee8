import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../test-support/client.ts';
import { machine } from '../../../test-support/machine.ts';
import { uuidOf } from '../../../test-support/meeting-world.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';
import { resetSecurityOnMachine } from '../security/reset-on-machine.ts';

const w = await world();
const outcome = ({ status, body }: Answer) => [status, body?.code];
const refused = [403, 'ACCESS_NOT_APPROVED'];

async function firm(vendorAccess?: 'OPEN' | 'TOLD' | 'APPROVED') {
  const tenant = await w.tenant();
  const { tenantUuid } = tenant;
  const admin = await tenant.as('TENANT_ADMIN');
  const rules = `/api/tenants/${tenantUuid}/security`;
  const access = `/api/tenants/${tenantUuid}/vendor-access`;
  if (vendorAccess) expect((await admin.put(rules, { vendorAccess })).status).toBe(200);
  const root = await w.systemAdmin();
  const visitor = root.with({ 'x-tenant-uuid': tenantUuid });
  const told = () => w.mails.filter((mail) => mail.tenantUuid === tenantUuid);
  return { ...tenant, admin, rules, access, root, visitor, told };
}

describe('Visits of the platform', () => {
  test('are told to the administrators, once an hour', async () => {
    const { as, visitor, told, admin } = await firm();
    await as('TENANT_STAFF');
    for (let n = 0; n < 3; n += 1) expect((await visitor.get('/api/partners')).status).toBe(200);
    await expect.poll(() => told().map(({ kind }) => kind)).toEqual(['TENANT_ENTERED']);
    expect(told()[0]?.to).toBe(admin.identity['x-user-email']);
    expect(told()[0]?.text).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
  });

  test('are told where they are approved, and not where the firm is open or inactive', async () => {
    const [open, approved, inactive] = [await firm('OPEN'), await firm('APPROVED'), await firm()];
    const path = `/api/tenants/${inactive.tenantUuid}`;
    const { name, code } = (await inactive.root.get(path)).body;
    expect((await inactive.root.put(path, { name, code, isActive: false })).status).toBe(200);
    expect((await approved.admin.post(approved.access, { hours: 1 })).status).toBe(201);
    for (const { visitor } of [open, inactive, approved])
      expect((await visitor.get('/api/partners')).status).toBe(200);
    await expect.poll(() => approved.told().map(({ kind }) => kind)).toEqual(['TENANT_ENTERED']);
    const queued = await w.db.asPlatform(
      (tx) => tx`select from mails where kind = 'TENANT_ENTERED'
        and tenant_uuid = any(${[open.tenantUuid, inactive.tenantUuid]})`,
    );
    expect([queued, open.told(), inactive.told()]).toEqual([[], [], []]);
  });

  test('that are approved last for their hours, and end when the firm says so', async () => {
    const { admin, access, visitor, tenantUuid } = await firm('APPROVED');
    const visit = async () => outcome(await visitor.get('/api/partners'))[0];
    expect(outcome(await visitor.get('/api/partners'))).toEqual(refused);
    expect((await admin.get(access)).body).toEqual({ until: null, reason: null });
    const reason = 'Look at the calendar';
    const approved = await admin.post(access, { hours: 2, reason });
    expect(approved).toMatchObject({ status: 201, body: { until: expect.any(String) } });
    const left = Temporal.Now.instant().until(Temporal.Instant.from(`${approved.body.until}Z`));
    expect(Math.round(left.total('hours') * 10)).toBe(20);
    expect((await admin.get(access)).body).toEqual({ ...approved.body, reason });
    expect(await visit()).toBe(200);
    expect((await admin.delete(access)).status).toBe(204);
    expect([await visit(), (await admin.delete(access)).status]).toEqual([403, 204]);
    expect((await admin.post(access, { hours: 72 })).status).toBe(201);
    expect(await visit()).toBe(200);
    await w.db.asPlatform(
      (tx) => tx`update vendor_approvals set until = now() where tenant_uuid = ${tenantUuid}`,
    );
    expect([await visit(), (await admin.get(access)).body.until]).toEqual([403, null]);
    const trail = await admin.get('/api/audit?size=10');
    const types = trail.body.content.map(({ eventType }: { eventType: string }) => eventType);
    expect(types.filter((type: string) => type.startsWith('tenant.vendor_access'))).toEqual([
      'tenant.vendor_access_opened',
      'tenant.vendor_access_ended',
      'tenant.vendor_access_opened',
    ]);
    expect(JSON.stringify(trail.body)).not.toContain(reason);
  });

  test('that are refused are in the trail of the firm, once an hour, with their address', async () => {
    const { admin, visitor, tenantUuid } = await firm('APPROVED');
    const away = visitor.at('203.0.113.9');
    await Promise.all([1, 2, 3].map(() => away.get('/api/partners')));
    expect(outcome(await away.get(`/api/tenants/${tenantUuid}/sso`))).toEqual(refused);
    const { body } = await admin.get('/api/audit?eventType=tenant.entry_refused');
    expect(body.content).toMatchObject([
      {
        actorId: uuidOf(visitor),
        entityId: tenantUuid,
        attributes: { reason: 'ACCESS_NOT_APPROVED' },
        address: '203.0.113.9',
      },
    ]);
  });

  test.each([
    {},
    { hours: 0 },
    { hours: 73 },
    { hours: 1.5 },
    { hours: '2' },
    { hours: null },
    { hours: 1, reason: 7 },
    { hours: 1, reason: 'x'.repeat(1_001) },
  ])('are not approved by %j', async (body) => {
    const { admin, access } = await firm();
    const { status, body: problem } = await admin.post(access, body);
    expect([status, problem.errors[0].field]).toEqual([400, 'reason' in body ? 'reason' : 'hours']);
  });

  test('are approved, and their rule is changed, by the firm’s own administrators alone', async () => {
    const { as, admin, root, rules, access } = await firm('TOLD');
    const staff = await as('TENANT_STAFF');
    const { client } = await machine(w, admin);
    const stranger = (await firm()).admin;
    for (const by of [root, staff, client, stranger]) {
      expect((await by.post(access, { hours: 1 })).status).toBe(403);
      expect((await by.delete(access)).status).toBe(403);
      expect((await by.put(rules, { vendorAccess: 'OPEN' })).status).toBe(403);
    }
    // What it may change it still may, also with the whole of the rules sent back.
    const { body } = await root.get(rules);
    const changed = await root.put(rules, { ...body, idleMinutes: 20 });
    expect([changed.status, changed.body.idleMinutes]).toEqual([200, 20]);
    expect((await admin.get(rules)).body.vendorAccess).toBe('TOLD');
  });
});

describe('Where visits must be approved', () => {
  test('the firm’s staff, passwords and rules are refused under any other firm, too', async () => {
    const { as, root, tenantUuid, admin } = await firm('APPROVED');
    const client = uuidOf(await as('CLIENT'));
    const person = uuidOf(admin);
    const elsewhere = root.with({ 'x-tenant-uuid': (await w.tenant()).tenantUuid });
    const password = 'a password of mine';
    for (const by of [root, elsewhere]) {
      const staff = `/api/tenant-staff/${person}`;
      const answers = [
        await by.get(`/api/tenant-staff/${tenantUuid}/all`),
        await by.get(staff),
        await by.get(staff.toUpperCase().replace('/API/TENANT-STAFF', '/api/tenant-staff')),
        await by.put(staff, { firstName: 'Ana' }),
        await by.put(`${staff}/credentials/create`, { password }),
        await by.post(`${staff}/credentials/reset`),
        await by.post(`${staff}/second-factor/reset`),
        await by.post('/api/tenant-staff', staffInput(tenantUuid)),
        await by.get(`/api/tenants/${tenantUuid}/security`),
        await by.put(`/api/tenants/${tenantUuid}/security`, { idleMinutes: 5 }),
        await by.get(`/api/tenants/${tenantUuid}/vendor-access`),
      ];
      expect(answers.map(outcome)).toEqual(answers.map(() => refused));
      // What is no one's is not found, as ever.
      const nobody = crypto.randomUUID();
      expect((await by.get(`/api/tenant-staff/${nobody}`)).status).toBe(404);
      expect((await by.get(`/api/contacts/${client}`)).status).toBe(404);
    }
    expect((await admin.get(`/api/tenant-staff/${person}`)).status).toBe(200);
  });

  test('the record, the numbers, deletion and restoration stay the platform’s', async () => {
    const { root, tenantUuid, code } = await firm('APPROVED');
    const path = `/api/tenants/${tenantUuid}`;
    const statuses = [
      await root.get(path),
      await root.get(`/api/tenants/code/${code}`),
      await root.put(path, { name: 'Andes Dos', code }),
      await root.get(`${path}/stats`),
      await root.delete(path),
      await root.post(`${path}/restore`, {}),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 204, 200]);
  });

  test('a firm is opened on the machine, by its code or its identifier', async () => {
    const first = await firm('APPROVED');
    await first.admin.put(first.rules, { allowedNetworks: ['127.0.0.0/8'], idleMinutes: 7 });
    const url = w.config.databaseUrl;
    expect(await resetSecurityOnMachine(url, ` ${first.code.toLowerCase()} `)).toEqual([
      'allowedNetworks',
      'vendorAccess',
    ]);
    expect((await first.visitor.get('/api/partners')).status).toBe(200);
    expect((await first.admin.get(first.rules)).body).toMatchObject({
      allowedNetworks: [],
      vendorAccess: 'TOLD',
      idleMinutes: 7,
    });
    expect(await resetSecurityOnMachine(url, first.tenantUuid)).toEqual([]);
    const { body } = await first.admin.get('/api/audit?eventType=tenant.security_updated&size=1');
    expect(body.content[0]).toMatchObject({
      actorType: 'SYSTEM',
      attributes: { changedFields: 'allowedNetworks,vendorAccess', allowedNetworks: '0' },
    });
    await expect(resetSecurityOnMachine(url, 'NO-SUCH-FIRM')).rejects.toThrow('tenant');
  });
});
