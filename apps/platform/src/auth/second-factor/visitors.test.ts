import { expect, test } from 'vitest';
import { addTotp } from '../../../test-support/second-factor-world.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const refused = [403, 'SECOND_FACTOR_SETUP_REQUIRED'];

test('an administrator of the platform without a second factor enters no firm that requires one', async () => {
  const { tenantUuid, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  const root = await w.systemAdmin();
  const visitor = root.with({ 'x-tenant-uuid': tenantUuid });
  const policy = `/api/tenants/${tenantUuid}/security`;
  const ask = async (path: string, caller = visitor) => {
    const { status, body } = await caller.get(path);
    return status === 200 ? 200 : [status, body.code];
  };
  const inside = [
    '/api/contacts',
    '/api/tenants',
    '/api/contacts?page=x',
    '/api/analytics/events',
    `/api/tenant-staff/${tenantUuid}/all`,
    `/api/tenants/${tenantUuid}/domains`,
  ];
  expect(await ask('/api/contacts')).toBe(200);
  await addTotp(admin);
  await admin.put(policy, { secondFactor: 'REQUIRED' });
  for (const path of inside) expect(await ask(path), path).toEqual(refused);
  expect(await ask(`/api/tenant-staff/${tenantUuid}/all`, root)).toEqual(refused);
  const entered = await w.db.asPlatform(
    (tx) => tx`
      select from events
       where tenant_uuid = ${tenantUuid} and event_type = 'tenant.entered'`,
  );
  expect(entered).toHaveLength(1);

  const [own, other] = ['/api/auth/me', '/api/auth/sessions'];
  for (const path of [policy, own, other]) expect(await ask(path), path).toBe(200);
  expect(await ask(policy, root)).toBe(200);
  expect(await ask(`/api/tenants/${tenantUuid}/stats`, root)).toBe(200);
  expect(await ask('/api/tenants', root)).toBe(200);
  expect((await root.put(policy, { idleMinutes: 20 })).status).toBe(200);

  await addTotp(visitor);
  expect(await ask('/api/contacts')).toBe(200);
  expect(await ask(`/api/tenant-staff/${tenantUuid}/all`, root)).toBe(200);
});

test('the rules of a firm do not let its own people in that lack the factor', async () => {
  const { tenantUuid, as } = await w.tenant();
  const [admin, other] = [await as('TENANT_ADMIN'), await as('TENANT_ADMIN')];
  await addTotp(admin);
  const policy = `/api/tenants/${tenantUuid}/security`;
  await admin.put(policy, { secondFactor: 'REQUIRED' });
  const lowered = await other.put(policy, { secondFactor: 'OPTIONAL' });
  expect([lowered.status, lowered.body.code]).toEqual(refused);
});
