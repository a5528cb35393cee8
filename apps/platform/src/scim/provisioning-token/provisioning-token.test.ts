import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../test-support/client.ts';
import { machine } from '../../../test-support/machine.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');
const path = `/api/tenants/${tenant.tenantUuid}/sso/provisioning-token`;
const by = (token: string) => createClient(w.app, { authorization: `Bearer ${token}` });
const users = '/scim/v2/Users';

const inDays = (days: number) =>
  Temporal.Now.instant()
    .add({ hours: days * 24 })
    .toString()
    .slice(0, 19);
const daysUntil = (time: string) =>
  Temporal.Now.instant()
    .until(Temporal.Instant.from(`${time}Z`))
    .total('hours') / 24;

describe('a provisioning token', () => {
  test('is shown once, lasts 365 days at most, and is kept by its hash', async () => {
    const { status, body, headers } = await admin.post(path, {});
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(Object.keys(body).sort()).toEqual(['expiresAt', 'token']);
    expect(daysUntil(body.expiresAt)).toBeGreaterThan(364);
    expect(daysUntil(body.expiresAt)).toBeLessThanOrEqual(365);
    const kept = await w.db.asPlatform((tx) => tx`select * from provisioning_tokens`);
    expect(JSON.stringify(kept)).not.toContain(body.token);
    expect((await by(body.token).get(users)).status).toBe(200);

    const short = await admin.post(path, { expiresAt: inDays(20) });
    expect(daysUntil(short.body.expiresAt)).toBeLessThanOrEqual(20);
    for (const expiresAt of [inDays(366), inDays(-1), 'soon', 7]) {
      const refused = await admin.post(path, { expiresAt });
      expect([expiresAt, refused.status]).toEqual([expiresAt, 400]);
      expect(refused.body.errors[0].field).toBe('expiresAt');
    }
  });

  test('is recorded without its text', async () => {
    const { body } = await admin.post(path, {});
    const trail = await admin.get('/api/audit?eventType=tenant.provisioning_token_created');
    expect(trail.body.content[0]).toMatchObject({
      entityType: 'TENANT',
      entityId: tenant.tenantUuid,
    });
    expect(JSON.stringify(trail.body)).not.toContain(body.token.slice(10));
  });

  test('is no person in the review of access, also after it has ended', async () => {
    const own = await w.tenant();
    const chief = await own.as('TENANT_ADMIN');
    await chief.post(`/api/tenants/${own.tenantUuid}/sso/provisioning-token`, {});
    const kinds = async () =>
      (await chief.get('/api/access-review')).body.map(({ kind }: { kind: string }) => kind);
    expect(await kinds()).toEqual(['STAFF', 'TOKEN']);
    await w.db.asPlatform(
      (tx) => tx`
        delete from sessions where tenant_uuid = ${own.tenantUuid} and session_uuid = user_uuid`,
    );
    expect(await kinds()).toEqual(['STAFF']);
  });

  test('opens /scim/v2 and nothing else', async () => {
    const { body } = await admin.post(path, {});
    const provider = by(body.token);
    for (const url of [
      '/api/tenant-staff/all',
      '/api/contacts',
      '/api/auth/me',
      '/api/analytics/catalogue',
    ])
      expect([url, (await provider.get(url)).status]).toEqual([url, 403]);
    expect((await provider.post(path, {})).status).toBe(403);
    expect((await provider.get(users)).status).toBe(200);
  });

  test('ends in a day when another one is made, and at its own end', async () => {
    const [first, second] = [(await admin.post(path, {})).body, (await admin.post(path, {})).body];
    expect((await by(first.token).get(users)).status).toBe(200);
    expect((await by(second.token).get(users)).status).toBe(200);
    const ends = await w.db.asPlatform(
      (tx) => tx<{ hours: number }[]>`
        select extract(epoch from s.expires_at - now())::float8 / 3600 as hours
          from provisioning_tokens t join sessions s on s.session_uuid = t.token_uuid
         where t.tenant_uuid = ${tenant.tenantUuid} order by t.created_at desc, t.token_uuid desc`,
    );
    expect(ends[0]?.hours).toBeGreaterThan(8_000);
    for (const { hours } of ends.slice(1)) expect(hours).toBeLessThanOrEqual(24);
    await w.db.asPlatform(
      (tx) => tx`
        update sessions set expires_at = now()
         where session_uuid in (select token_uuid from provisioning_tokens)
           and tenant_uuid = ${tenant.tenantUuid} and expires_at < now() + interval '2 days'`,
    );
    const refused = await by(first.token).get(users);
    expect([refused.status, refused.body.status]).toEqual([401, '401']);
    expect((await by(second.token).get(users)).status).toBe(200);
  });

  test('is made by administrators in person, for their own firm', async () => {
    expect((await (await tenant.as('TENANT_STAFF')).post(path, {})).status).toBe(403);
    const { client } = await machine(w, admin);
    expect((await client.post(path, {})).body.code).toBe('PERSON_REQUIRED');
    const other = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await other.post(path, {})).status).toBe(403);
    const root = await w.systemAdmin();
    expect((await root.post(path, {})).status).toBe(201);
    const nowhere = `/api/tenants/${randomUUID()}/sso/provisioning-token`;
    expect((await root.post(nowhere, {})).status).toBe(404);
  });

  test('sees nothing of a firm that is not active', async () => {
    const { tenantUuid, as } = await w.tenant();
    const chief = await as('TENANT_ADMIN');
    const { body } = await chief.post(`/api/tenants/${tenantUuid}/sso/provisioning-token`, {});
    const root = await w.systemAdmin();
    const record = (await root.get(`/api/tenants/${tenantUuid}`)).body;
    await root.put(`/api/tenants/${tenantUuid}`, { ...record, isActive: false });
    expect((await by(body.token).get(users)).status).toBe(403);
  });
});

describe('/scim/v2', () => {
  const refused = async (client: ReturnType<typeof by>, status: number) => {
    for (const url of [users, '/scim/v2/Groups', '/scim/v2/ServiceProviderConfig']) {
      const answer = await client.get(url);
      expect([url, answer.status]).toEqual([url, status]);
      expect(answer.headers['content-type']).toContain('application/scim+json');
      expect(answer.body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
      });
    }
  };

  test('takes a credential of an administrator that may write staff, and no other', async () => {
    const write = { roles: ['TENANT_ADMIN'], scopes: ['staff:write'] };
    expect((await (await machine(w, admin, write)).client.get(users)).status).toBe(200);
    expect((await (await machine(w, admin)).client.get(users)).status).toBe(200);
    for (const other of [
      { roles: ['TENANT_ADMIN'], scopes: ['staff:read', 'contacts:write'] },
      { roles: ['TENANT_STAFF'], scopes: ['staff:write'] },
    ])
      await refused((await machine(w, admin, other)).client, 403);
  });

  test('takes no person and no personal token', async () => {
    await refused(admin, 403);
    await refused(createClient(w.app, { authorization: admin.identity.authorization ?? '' }), 403);
    await refused((await w.systemAdmin()).with({ 'x-tenant-uuid': tenant.tenantUuid }), 403);
    const { body } = await admin.post('/api/auth/me/tokens', {
      name: 'Sync',
      scopes: ['staff:write'],
    });
    await refused(by(body.token), 403);
  });

  test('is closed without a token, and to one that is none', async () => {
    await refused(createClient(w.app), 401);
    for (const token of ['atrscim_', `atrscim_${'x'.repeat(43)}`, 'nothing'])
      await refused(by(token), 401);
  });
});
