import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';
import { removeExpired } from './sweep-expired.ts';

const w = await world({}, { own: true });

test('what has served its time is removed, and nothing else', async () => {
  const { tenantUuid, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  const create = () =>
    admin.post('/api/tenant-staff', staffInput(tenantUuid), { 'idempotency-key': randomUUID() });
  await Promise.all([create(), create()]);
  await w.db.asPlatform(async (tx) => {
    await tx`update idempotency_keys set created_at = now() - interval '25 hours'
              where key = (select min(key) from idempotency_keys)`;
    const [session] = await tx`
      insert into sessions (tenant_uuid, session_uuid, user_uuid, expires_at)
      select tenant_uuid, ${randomUUID()}, user_uuid, now() - interval '31 days' from accounts limit 1
      returning session_uuid`;
    expect(session).toBeDefined();
  });
  const before = await count();
  expect(await w.db.asPlatform(removeExpired)).toBe(2);
  expect(await count()).toEqual({ keys: before.keys - 1, sessions: before.sessions - 1 });
  expect(await w.db.asPlatform(removeExpired)).toBe(0);
  expect((await admin.get('/api/tenant-staff/all')).status).toBe(200);
});

async function count() {
  const [row] = await w.db.asPlatform(
    (tx) => tx<[{ keys: number; sessions: number }]>`
      select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from sessions) as sessions`,
  );
  return row;
}
