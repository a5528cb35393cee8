import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';

const w = await world({ TRUST_PROXY: '1' });
const ask = (host: string, headers: object = {}) =>
  w.anonymous.get('/api/public/console', { host, ...headers });

test('the console’s configuration is the tenant’s where the host is its domain', async () => {
  const { tenantUuid, code, as } = await w.tenant('Andes');
  const admin = await as('TENANT_ADMIN');
  const domain = 'wealth.console.example';
  await admin.post(`/api/tenants/${tenantUuid}/domains`, { domain, active: true });
  const there = await ask(domain, { 'x-forwarded-proto': 'https' });
  expect(there.status).toBe(200);
  const { body: branding } = await w.anonymous.get(`/api/public/branding?domain=${domain}`, {
    host: domain,
    'x-forwarded-proto': 'https',
  });
  expect(there.body).toEqual({
    tenant: { tenantUuid, code, name: 'Andes' },
    branding,
    languages: ['SPANISH', 'ENGLISH'],
    passkeys: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  // By http the host is not an own one.
  expect((await ask(domain)).body).not.toHaveProperty('tenant');
  await admin.post(`/api/tenants/${tenantUuid}/domains`, { domain, active: false });
  expect((await ask(domain, { 'x-forwarded-proto': 'https' })).body).not.toHaveProperty('tenant');
});

test('the console’s configuration is the platform’s own anywhere else', async () => {
  const { body } = await ask('localhost:8080');
  expect(body).not.toHaveProperty('tenant');
  expect(body.branding).toMatchObject({ version: 0, colors: {}, assets: { favicon: {} } });
  expect(body.passkeys).toBe(true);
  for (const host of ['127.0.0.1:8080', '[::1]:8080'])
    expect((await ask(host)).body.passkeys).toBe(false);
  expect((await ask('evil.example')).body.branding.assets.logo).toMatch(
    /^http:\/\/localhost:8080\//,
  );
});
