import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const system = await w.systemAdmin();
const patience = { timeout: 60_000, interval: 50 };

/** Makes a firm that is not active, as a system administrator does. */
async function inactiveFirm() {
  const code = `I-${randomUUID().slice(0, 13)}`;
  const { body } = await system.post('/api/tenants', { name: 'Andes', code, isActive: false });
  const path = `/api/tenants/${body.tenantUuid}`;
  const headers = { 'x-tenant-uuid': body.tenantUuid };
  const activate = (isActive = true) => system.put(path, { name: 'Andes', code, isActive });
  return { tenantUuid: body.tenantUuid as string, path, headers, activate };
}

const mailsTo = (address: string) => w.mails.filter(({ to }) => to === address);

describe('a firm that is not active', () => {
  test('is prepared by a system administrator: figures, domain, rules, partners, staff and lists', async () => {
    const { tenantUuid, path, headers } = await inactiveFirm();
    expect((await system.get(`${path}/stats`)).body).toMatchObject({ tenantUuid, contactCount: 0 });
    const domain = `${randomUUID()}.example`;
    expect((await system.post(`${path}/domains`, { domain })).status).toBe(200);
    expect((await system.get(`${path}/domains`)).body).toMatchObject({ domain });
    expect((await system.put(`${path}/security`, { idleMinutes: 20 })).body.idleMinutes).toBe(20);
    expect((await system.get(`${path}/security`)).body.idleMinutes).toBe(20);
    expect((await system.get(`${path}/branding`)).status).toBe(200);
    expect((await system.get('/api/start', headers)).body.branding).toMatchObject({ tenantUuid });
    const files = [{ type: 'logo', ext: 'png' }];
    expect((await system.post(`${path}/branding/assets/init`, { files })).status).toBeLessThan(300);
    const partner = await system.post('/api/partners', { name: 'Partner' }, headers);
    expect(partner.status).toBe(201);
    const member = await system.post('/api/tenant-staff', staffInput(tenantUuid));
    expect(member.status).toBe(201);
    const contact = await system.post(
      '/api/contacts',
      contactInput(tenantUuid, member.body.tenantStaffUuid),
      headers,
    );
    expect(contact.status).toBe(200);
    const listed = await system.post('/api/v2/contacts', {}, headers);
    expect(listed.body.totalElements).toBe(1);
    expect((await system.get(`/api/tenant-staff/${tenantUuid}/all`)).body).toHaveLength(1);
    const trail = await system.get('/api/audit?eventType=tenant.entered', headers);
    expect(trail.body.content).toHaveLength(1);
  });

  test('shows nobody its branding, and lets none of its own people in', async () => {
    const { tenantUuid, path, activate } = await inactiveFirm();
    const domain = `${randomUUID()}.example`;
    await system.post(`${path}/domains`, { domain });
    const branding = [
      `/api/public/tenants/${tenantUuid}/branding`,
      `/api/public/branding?domain=${domain}`,
    ];
    const input = staffInput(tenantUuid);
    const member = await system.post('/api/tenant-staff', input);
    expect(member.status).toBe(201);
    const login = (password: string) =>
      w.anonymous.post('/api/auth/login', { email: input.userEmail, password });
    for (const url of branding) expect((await w.anonymous.get(url)).status, url).toBe(404);
    const right = await login('correct horse battery');
    expect([right.status, right.body.code]).toEqual([403, 'TENANT_INACTIVE']);
    expect((await login('another password')).status).toBe(401);

    await activate();
    for (const url of branding) expect((await w.anonymous.get(url)).status, url).toBe(200);
    const { body } = await login('correct horse battery');
    await activate(false);
    const bearer = { authorization: `Bearer ${body.accessToken}` };
    const headers = {
      ...bearer,
      'x-tenant-uuid': tenantUuid,
      'x-user-id': body.user.userUuid,
      'x-user-email': input.userEmail,
      'x-user-type': body.user.userType,
    };
    const refused = await w.anonymous.get('/api/tenant-staff/all', headers);
    expect([refused.status, refused.body.code]).toEqual([403, 'TENANT_INACTIVE']);
    const { refreshToken } = body;
    const refresh = () => w.anonymous.post('/api/auth/refresh', { refreshToken });
    expect((await refresh()).body.code).toBe('TENANT_INACTIVE');
    await activate();
    expect((await refresh()).status).toBe(200);
  });

  test('lets mails to its people wait until it is active, whose links live from then', async () => {
    const { tenantUuid, headers, activate } = await inactiveFirm();
    const input = staffInput(tenantUuid);
    const { body: member } = await system.post('/api/tenant-staff', input);
    const contact = contactInput(tenantUuid, member.tenantStaffUuid);
    const { body: client } = await system.post('/api/contacts', contact, headers);
    const primaryEmail = `${randomUUID()}@client.example`;
    await system.put(`/api/contacts/${client.contactUuid}`, { primaryEmail }, headers);
    const begun = await system.post(
      `/api/contacts/${client.contactUuid}/credentials/init`,
      undefined,
      headers,
    );
    expect(begun.status).toBeLessThan(300);
    expect(await waitingIn(tenantUuid)).toBeGreaterThan(0);
    expect(mailsTo(primaryEmail)).toEqual([]);
    await activate();
    await expect.poll(() => mailsTo(primaryEmail).length, patience).toBe(1);
    await expect.poll(() => waitingIn(tenantUuid)).toBe(0);
    const [, token] = /token=([\w-]+)/.exec(mailsTo(primaryEmail)[0]?.text ?? '') ?? [];
    await activate(false);
    const confirm = () =>
      w.anonymous.post('/api/auth/password-reset/confirm', { token, password: 'a good password' });
    expect((await confirm()).body.code).toBe('TENANT_INACTIVE');
    await activate();
    expect((await confirm()).status).toBe(204);
  });
});

const waitingIn = (tenantUuid: string) =>
  w.db.asPlatform(async (tx) => {
    const [row] = await tx<[{ count: number }]>`
      select count(*)::int as count from mails
       where tenant_uuid = ${tenantUuid} and state = 'QUEUED'`;
    return row.count;
  });
