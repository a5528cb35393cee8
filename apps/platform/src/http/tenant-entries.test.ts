import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';

const w = await world();
const entriesOf = (tenantUuid: string) =>
  w.db.asPlatform(
    (tx) => tx`
      select actor_type, actor_id, entity_type, entity_id from events
       where tenant_uuid = ${tenantUuid} and event_type = 'tenant.entered'`,
  );

test('a system administrator’s entry is in the firm’s trail, once an hour', async () => {
  const [root, { tenantUuid, as }] = [await w.systemAdmin(), await w.tenant()];
  const inFirm = root.with({ 'x-tenant-uuid': tenantUuid });
  const { userUuid } = (await inFirm.get('/api/auth/me')).body;
  await (await as('TENANT_ADMIN')).get('/api/partners');
  expect(await entriesOf(tenantUuid)).toEqual([]);
  const reads = Array.from({ length: 10 }, () => inFirm.get('/api/partners'));
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  await inFirm.post('/api/partners', { name: 'Cordillera' });
  expect(await entriesOf(tenantUuid)).toEqual([
    { actorType: 'SYSTEM', actorId: userUuid, entityType: 'TENANT', entityId: tenantUuid },
  ]);

  await w.db.asPlatform(
    (tx) => tx`update tenant_entries set entered_at = entered_at - interval '1 hour'`,
  );
  // Another session of the same person, of which this process remembers nothing.
  const { body: account } = await root.get('/api/auth/me');
  const again = (await w.signIn({ ...account, language: 'ENGLISH' })).with({
    'x-tenant-uuid': tenantUuid,
  });
  await again.get('/api/partners');
  expect(await entriesOf(tenantUuid)).toHaveLength(2);
});

test('a firm that a path names is entered too, and one that does not exist is not', async () => {
  const [root, { tenantUuid }] = [await w.systemAdmin(), await w.tenant()];
  expect((await root.get(`/api/tenants/${tenantUuid}/security`)).status).toBe(200);
  expect(await entriesOf(tenantUuid)).toHaveLength(1);
  const nowhere = '11111111-1111-4111-8111-111111111111';
  expect((await root.get(`/api/tenants/${nowhere}/security`)).status).toBe(404);
  expect(await entriesOf(nowhere)).toEqual([]);
});
