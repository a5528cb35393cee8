import { expect, test } from 'vitest';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');

async function partnerWithStaff() {
  const { body: partner } = await admin.post('/api/partners', { name: 'Cordillera' });
  const { partnerUuid } = partner;
  const input = { ...staffInput(tenant.tenantUuid), partnerUuid };
  const { body: member } = await admin.post('/api/tenant-staff', input);
  const credentials = { email: input.userEmail, password: input.password };
  const signIn = () => w.anonymous.post('/api/auth/login', credentials);
  const me = async (token: string) =>
    (await w.anonymous.get('/api/auth/me', { authorization: `Bearer ${token}` })).status;
  const refresh = async (refreshToken: string) =>
    (await w.anonymous.post('/api/auth/refresh', { refreshToken })).status;
  const set = (isActive: boolean) => admin.put(`/api/partners/${partnerUuid}`, { isActive });
  return { partnerUuid, member, signIn, me, refresh, set };
}

test('when a partner becomes inactive its staff are out at once, and their sessions end for good', async () => {
  const { signIn, me, refresh, set } = await partnerWithStaff();
  const { body } = await signIn();
  expect(await me(body.accessToken)).toBe(200);
  expect((await set(false)).status).toBe(200);
  expect(await me(body.accessToken)).toBe(403);
  expect((await signIn()).body.code).toBe('USER_INACTIVE');
  expect([401, 403]).toContain(await refresh(body.refreshToken));
  await set(true);
  expect(await me(body.accessToken)).toBe(401);
  expect(await refresh(body.refreshToken)).toBe(401);
  expect((await signIn()).status).toBe(200);
});

test('staff who move to an inactive partner are out, and in again when they leave it', async () => {
  const { partnerUuid, set } = await partnerWithStaff();
  const { member, signIn, me } = await partnerWithStaff();
  await set(false);
  const { body } = await signIn();
  const path = `/api/tenant-staff/${member.tenantStaffUuid}`;
  expect((await admin.put(path, { partnerUuid })).status).toBe(200);
  expect(await me(body.accessToken)).not.toBe(200);
  expect((await signIn()).status).toBe(403);
  expect((await admin.put(path, { partnerUuid: null })).status).toBe(200);
  expect((await signIn()).status).toBe(200);
});

test('however signing in and deactivating the partner meet, nobody is in afterwards', async () => {
  const { signIn, me, set } = await partnerWithStaff();
  for (let round = 0; round < 4; round += 1) {
    const signIns = Array.from({ length: 6 }, signIn);
    const [answers] = await Promise.all([Promise.all(signIns), set(false)]);
    const tokens = answers.filter(({ status }) => status === 200);
    for (const { body } of tokens) expect(await me(body.accessToken)).toBe(403);
    await set(true);
  }
});
