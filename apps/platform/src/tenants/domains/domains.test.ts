import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let tenantUuid: string;
let admin: Client;
let count = 0;

beforeEach(async () => {
  const tenant = await w.tenant();
  tenantUuid = tenant.tenantUuid;
  admin = await tenant.as('TENANT_ADMIN');
});

const free = () => `wealth-${count++}.andes.example`;
const set = (body: object) => admin.post(`/api/tenants/${tenantUuid}/domains`, body);
const paths = () => [`/api/v1/tenant-domains/${tenantUuid}`, `/api/tenants/${tenantUuid}/domains`];
const showsBy = (domain: string) => w.anonymous.get(`/api/public/branding?domain=${domain}`);

describe('the domain of a tenant', () => {
  test('is set, read under both paths, and leads the public to its branding', async () => {
    for (const path of paths()) expect((await admin.get(path)).status).toBe(404);
    const domain = free();
    const answer = await set({ domain, active: true });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ tenantUuid, domain, active: true, verified: true });
    expect(answer.body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    for (const path of paths()) expect((await admin.get(path)).body).toEqual(answer.body);
    for (const host of [domain.toUpperCase(), `${domain}:8443`, `${domain}.`]) {
      const shown = await showsBy(host);
      expect([shown.status, shown.body.tenantUuid]).toEqual([200, tenantUuid]);
    }
  });

  test('is one: another takes its place and frees it', async () => {
    const [old, next] = [free(), free()];
    await set({ domain: old, active: true });
    expect((await set({ domain: next, active: true })).body.domain).toBe(next);
    expect((await showsBy(old)).status).toBe(404);
    const other = await w.tenant();
    const theirs = await (await other.as('TENANT_ADMIN')).post(
      `/api/tenants/${other.tenantUuid}/domains`,
      { domain: old, active: true },
    );
    expect(theirs.status).toBe(200);
  });

  test('leads nowhere while it is not active, or the tenant is deleted', async () => {
    const domain = free();
    await set({ domain, active: false });
    expect((await showsBy(domain)).status).toBe(404);
    await set({ domain, active: true });
    expect((await showsBy(domain)).status).toBe(200);
    await (await w.systemAdmin()).delete(`/api/tenants/${tenantUuid}`);
    expect((await showsBy(domain)).status).toBe(404);
  });

  test('that another tenant has is a conflict, in whatever form it is written', async () => {
    await set({ domain: 'müller.example', active: false });
    const other = await w.tenant();
    const stranger = await other.as('TENANT_ADMIN');
    for (const domain of ['MÜLLER.example', 'xn--mller-kva.example.', ' müller.example ']) {
      const answer = await stranger.post(`/api/tenants/${other.tenantUuid}/domains`, {
        domain,
        active: true,
      });
      expect([answer.status, answer.body.code]).toEqual([409, 'DOMAIN_TAKEN']);
      expect(answer.body.errors[0].field).toBe('domain');
    }
    expect((await stranger.get(`/api/tenants/${other.tenantUuid}/domains`)).status).toBe(404);
  });

  test('goes to one of 20 tenants that take it at once', async () => {
    const domain = free();
    const callers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const tenant = await w.tenant();
        return { tenant, caller: await tenant.as('TENANT_ADMIN') };
      }),
    );
    const answers = await Promise.all(
      callers.map(({ tenant, caller }) =>
        caller.post(`/api/tenants/${tenant.tenantUuid}/domains`, { domain, active: true }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
  });

  test.each([
    ['a scheme', 'https://andes.example'],
    ['a port', 'andes.example:443'],
    ['a path', 'andes.example/login'],
    ['a user', 'ana@andes.example'],
    ['an IPv4 address', '192.0.2.1'],
    ['an IPv4 address in disguise', '0x7f.1'],
    ['an IPv6 address', '[2001:db8::1]'],
    ['one label', 'localhost'],
    ['a public suffix', 'co.uk'],
    ['a suffix where people keep sites', 'github.io'],
    ['an empty label', 'andes..example'],
    ['a label of 64 characters', `${'a'.repeat(64)}.example`],
    ['254 characters', `${'a.'.repeat(124)}example`],
    ['an underscore', 'an_des.example'],
    ['a leading dash', '-andes.example'],
    ['spaces', 'an des.example'],
    ['a wildcard', '*.andes.example'],
    ['nothing', ''],
    ['a number', 5],
  ])('is refused with %s', async (_title, domain) => {
    const answer = await set({ domain, active: true });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'domain']);
    expect((await admin.get(paths()[0] as string)).status).toBe(404);
  });

  test('needs its name; it is active unless a boolean says otherwise', async () => {
    expect((await set({ domain: free() })).body.active).toBe(true);
    expect((await set({ domain: free(), active: 'yes' })).body.errors[0].field).toBe('active');
    expect((await set({ active: true })).body.errors[0].field).toBe('domain');
  });

  test('is on record without its name', async () => {
    await set({ domain: free(), active: true });
    const [event] = await w.db.asPlatform(
      (tx) =>
        tx`select * from events where tenant_uuid = ${tenantUuid} and event_type = 'domain.updated'`,
    );
    expect(event?.attributes).toEqual({ change: 'CREATED', active: 'true', verified: 'true' });
  });
});

describe('who may see and set the domain', () => {
  test('a system administrator, of any live tenant', async () => {
    const system = await w.systemAdmin();
    const domain = free();
    const answer = await system.post(`/api/tenants/${tenantUuid}/domains`, {
      domain,
      active: true,
    });
    expect(answer.status).toBe(200);
    for (const path of paths()) expect((await system.get(path)).status).toBe(200);
    const nowhere = `/api/tenants/${crypto.randomUUID()}/domains`;
    expect((await system.get(nowhere)).status).toBe(404);
    expect((await system.post(nowhere, { domain: free(), active: true })).status).toBe(404);
  });

  test('nobody else but the own administrator', async () => {
    const tenant = await w.tenant();
    for (const role of ['TENANT_ADMIN', 'TENANT_STAFF', 'PARTNER_ADMIN', 'CLIENT'] as const) {
      const caller = await tenant.as(role);
      for (const path of paths()) expect((await caller.get(path)).status, role).toBe(403);
      const answer = await caller.post(`/api/tenants/${tenantUuid}/domains`, {
        domain: free(),
        active: true,
      });
      expect(answer.status, role).toBe(403);
    }
    for (const path of paths()) expect((await w.anonymous.get(path)).status).toBe(401);
  });
});
