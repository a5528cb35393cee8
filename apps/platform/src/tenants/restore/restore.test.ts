import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';
import { platformTenantUuid } from '../../database/platform-tenant.ts';

const w = await world();
const system = await w.systemAdmin();
const newCode = () => `R-${randomUUID().slice(0, 13)}`;
const password = 'correct horse battery';

/** A firm with a domain, a person who signed in, and a webhook endpoint. */
async function firm(code = newCode()) {
  const { body } = await system.post('/api/tenants', { name: 'Andes', code });
  const { tenantUuid } = body;
  const path = `/api/tenants/${tenantUuid}`;
  const domain = `${randomUUID()}.example`;
  await system.post(`${path}/domains`, { domain });
  const input = { ...staffInput(tenantUuid), staffType: 'ADMIN' as const };
  await system.post('/api/tenant-staff', input);
  const headers = { 'x-tenant-uuid': tenantUuid };
  const login = () => w.anonymous.post('/api/auth/login', { email: input.userEmail, password });
  const activate = () => system.put(path, { name: 'Andes', code, isActive: true });
  const restore = (body?: object) => system.post(`${path}/restore`, body);
  return {
    tenantUuid,
    path,
    code,
    domain,
    email: input.userEmail,
    headers,
    login,
    activate,
    restore,
  };
}

const deletedOnes = (includeDeleted: boolean, tenantUuid: string) =>
  system.post('/api/v2/tenants', {
    includeDeleted,
    filters: [{ field: 'tenantUuid', operator: 'equals', value: tenantUuid }],
  });

describe('a firm that was deleted softly', () => {
  test('is listed where deleted ones are asked for, by administrators of the platform', async () => {
    const { tenantUuid, path } = await firm();
    expect((await deletedOnes(true, tenantUuid)).body.content[0].deletedAt).toBeNull();
    await system.delete(path);
    expect((await deletedOnes(false, tenantUuid)).body.totalElements).toBe(0);
    const { body } = await deletedOnes(true, tenantUuid);
    expect(body.content[0]).toMatchObject({ tenantUuid, deletedAt: expect.stringMatching(/^20/) });
    const sorted = await system.post('/api/v2/tenants', {
      includeDeleted: true,
      filters: [{ field: 'deletedAt', operator: 'is_not_null' }],
      sort: ['deletedAt,desc'],
      cursor: '',
      size: 1,
    });
    expect(sorted.body.content).toHaveLength(1);
    const values = (includeDeleted: boolean) =>
      system.post('/api/v2/tenants/filter-values', {
        field: 'tenantUuid',
        search: tenantUuid,
        includeDeleted,
      });
    expect([(await values(true)).body.total, (await values(false)).body.total]).toEqual([1, 0]);
    const admin = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await admin.post('/api/v2/tenants', { includeDeleted: true })).status).toBe(403);
    expect((await admin.post(`${path}/restore`)).status).toBe(403);
  });

  test('comes back whole and not active, with its code, domain and logins; sessions stay ended', async () => {
    const { tenantUuid, path, code, domain, headers, login, activate, restore } = await firm();
    const endpoint = await system.post(
      '/api/webhook-endpoints',
      { url: 'https://hooks.example/', eventTypes: [] },
      headers,
    );
    expect(endpoint.status).toBe(201);
    const { refreshToken } = (await login()).body;
    const refresh = () => w.anonymous.post('/api/auth/refresh', { refreshToken });
    await system.delete(path);
    const shut = await login();
    expect([shut.status, shut.body.code]).toEqual([403, 'TENANT_INACTIVE']);
    expect((await refresh()).body.code).toBe('TENANT_INACTIVE');

    const restored = await restore();
    expect(restored.status).toBe(200);
    expect(restored.body).toMatchObject({ tenantUuid, code, isActive: false, notRestored: [] });
    expect((await system.get(path)).body.isActive).toBe(false);
    expect((await system.get(`${path}/domains`)).body).toMatchObject({ domain, verified: true });
    const kept = await system.get(`/api/webhook-endpoints/${endpoint.body.endpointUuid}`, headers);
    expect(kept.body.isActive).toBe(false);
    expect((await login()).body.code).toBe('TENANT_INACTIVE');
    await activate();
    expect((await login()).status).toBe(200);
    expect((await refresh()).status).toBe(401);
    expect((await w.anonymous.get(`/api/public/branding?domain=${domain}`)).status).toBe(200);
    const trails = await w.db.asPlatform(
      (tx) => tx<{ tenantUuid: string }[]>`
        select tenant_uuid from events where event_type = 'tenant.restored' and entity_id = ${tenantUuid}`,
    );
    expect(trails.map((each) => each.tenantUuid).sort()).toEqual(
      [platformTenantUuid, tenantUuid].sort(),
    );
  });

  test('gives way to whoever has its code, domain and e-mails by then, and says so', async () => {
    const one = await firm();
    await system.delete(one.path);
    const other = await firm(one.code.toLowerCase());
    expect((await system.post(`${other.path}/domains`, { domain: one.domain })).status).toBe(200);
    const taken = { ...staffInput(other.tenantUuid), userEmail: one.email };
    expect((await system.post('/api/tenant-staff', taken)).status).toBe(201);

    const refused = await one.restore();
    expect([refused.status, refused.body.code]).toEqual([409, 'TENANT_CODE_TAKEN']);
    expect((await system.get(one.path)).status).toBe(404);
    const code = newCode();
    const restored = await one.restore({ code });
    expect([restored.status, restored.body.code]).toEqual([200, code]);
    expect(restored.body.notRestored).toEqual([
      { kind: 'DOMAIN', value: one.domain },
      { kind: 'LOGIN', value: one.email },
    ]);
    expect((await system.get(`${one.path}/domains`)).status).toBe(404);
    expect((await other.login()).status).toBe(200);
    const owner = await w.anonymous.post('/api/auth/login', { email: one.email, password });
    expect(owner.body.user.tenantUuid).toBe(other.tenantUuid);

    const [member] = (await system.get(`/api/tenant-staff/${one.tenantUuid}/all`)).body;
    const userEmail = `${randomUUID()}@staff.example`;
    const changed = await system.put(
      `/api/tenant-staff/${member.tenantStaffUuid}`,
      { userEmail },
      one.headers,
    );
    expect(changed.status).toBe(200);
    const login = await w.anonymous.post('/api/auth/login', { email: userEmail, password });
    expect(login.body.code).toBe('TENANT_INACTIVE');
  });

  test('is restored once of five times at once; what is alive or unknown is not', async () => {
    const { path, restore } = await firm();
    const alive = await restore();
    expect([alive.status, alive.body.code]).toEqual([409, 'NOT_DELETED']);
    await system.delete(path);
    const answers = await Promise.all(Array.from({ length: 5 }, () => restore({})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await system.post(`/api/tenants/${randomUUID()}/restore`)).status).toBe(404);
    expect((await system.post(`/api/tenants/${platformTenantUuid}/restore`)).status).toBe(409);
    await system.delete(path);
    expect((await restore({ code: '' })).body.errors[0].field).toBe('code');
  });
});
