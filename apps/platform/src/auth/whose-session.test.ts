import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const origin = 'http://localhost:8080';
const host = 'localhost:8080';

/** Somebody of the staff of a firm, who signs in. */
async function person(tenant: Awaited<ReturnType<typeof w.tenant>>) {
  const input = staffInput(tenant.tenantUuid);
  const admin = await tenant.as('TENANT_ADMIN');
  const { body } = await admin.post('/api/tenant-staff', input);
  const pair = { email: input.userEmail, password: input.password };
  const stated = { userUuid: body.tenantStaffUuid as string, tenantUuid: tenant.tenantUuid };
  const signIn = (changes: object) =>
    w.anonymous.post('/api/auth/login', { ...pair, ...changes }, { host });
  return { stated, signIn };
}

type Means = 'cookie' | 'body';
const isOurs = { cookie: true, body: false };

let [one, other, elsewhere]: Awaited<ReturnType<typeof person>>[] = [];
beforeEach(async () => {
  const [tenant, foreign] = [await w.tenant(), await w.tenant()];
  [one, other, elsewhere] = [await person(tenant), await person(tenant), await person(foreign)];
});

describe.each<Means>(['cookie', 'body'])('A session whose token comes by %s', (means) => {
  /** Signs in and returns how to use what came of it. */
  async function begin(who: typeof one) {
    if (!who) throw new Error('There is nobody');
    const answer = await who.signIn({ cookie: isOurs[means] });
    const cookie = [answer.headers['set-cookie'] ?? []].flat().join().split(';')[0] ?? '';
    const { refreshToken, accessToken } = answer.body;
    const send = (act: 'refresh' | 'logout', body: object) =>
      means === 'cookie'
        ? w.anonymous.post(`/api/auth/${act}`, { cookie: true, ...body }, { host, origin, cookie })
        : w.anonymous.post(`/api/auth/${act}`, { refreshToken, ...body });
    const me = async () =>
      (await w.anonymous.get('/api/auth/me', { authorization: `Bearer ${accessToken}` })).status;
    return {
      refresh: (body: object) => send('refresh', body),
      logout: (body: object) => send('logout', body),
      me,
    };
  }

  test('is renewed for whom it is stated, and without a statement', async () => {
    const { userUuid = '', tenantUuid } = one?.stated ?? {};
    for (const stated of [
      {},
      { userUuid },
      { tenantUuid },
      { userUuid: userUuid.toUpperCase(), tenantUuid },
    ]) {
      const session = await begin(one);
      const { status, body } = await session.refresh(stated);
      expect([status, body.user.userUuid]).toEqual([200, userUuid]);
    }
  });

  test('is renewed for nobody else, and its token is not spent', async () => {
    const session = await begin(one);
    const own = one?.stated ?? {};
    for (const stated of [
      other?.stated,
      elsewhere?.stated,
      { userUuid: randomUUID() },
      { ...own, tenantUuid: elsewhere?.stated.tenantUuid },
      { ...elsewhere?.stated, tenantUuid: one?.stated.tenantUuid },
    ]) {
      const refused = await session.refresh(stated ?? {});
      expect([refused.status, refused.body.code]).toEqual([409, 'OTHER_PERSON']);
      expect([refused.headers['set-cookie'], refused.body.accessToken]).toEqual([
        undefined,
        undefined,
      ]);
    }
    // A token in a body works once: it was not used so far.
    expect((await session.refresh(own)).status).toBe(200);
  });

  test('does not end because a used token comes for somebody else', async () => {
    const session = await begin(one);
    expect((await session.refresh(one?.stated ?? {})).status).toBe(200);
    expect((await session.refresh(other?.stated ?? {})).body.code).toBe('OTHER_PERSON');
    expect(await session.me()).toBe(200);
  });

  test('is not ended by a page that is another person’s', async () => {
    const session = await begin(one);
    const refused = await session.logout(other?.stated ?? {});
    expect([refused.status, refused.body.code]).toEqual([409, 'OTHER_PERSON']);
    expect(await session.me()).toBe(200);
    expect((await session.logout(one?.stated ?? {})).status).toBe(204);
    expect(await session.me()).toBe(401);
  });

  test.each(['userUuid', 'tenantUuid'])('is not renewed for a %s that is none', async (field) => {
    const session = await begin(one);
    for (const value of ['x', 7, '']) {
      const { status, body } = await session.refresh({ [field]: value });
      expect([status, body.errors[0].field]).toEqual([400, field]);
    }
  });
});
