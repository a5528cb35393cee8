import { Registry } from '@prometheus-io/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../test-support/client.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';
import { createApp } from '../../app.ts';

const w = await world();
const { tenantUuid, as } = await w.tenant();
const admin = await as('TENANT_ADMIN');
const policyPath = `/api/tenants/${tenantUuid}/security`;

async function person() {
  const input = { ...staffInput(tenantUuid), tenantUuid };
  const { body: member } = await admin.post('/api/tenant-staff', input);
  const login = (changes: object = {}, headers: object = {}) =>
    w.anonymous.post(
      '/api/auth/login',
      { email: input.userEmail, password: input.password, ...changes },
      { host: 'localhost:8080', ...headers },
    );
  const signIn = async (changes: object = {}, headers: object = {}) => {
    const { body, headers: answered } = await login(changes, headers);
    const cookie = String([answered['set-cookie'] ?? []].flat()[0]).split(';')[0] ?? '';
    const caller = w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
    const { sessionUuid } = (await caller.get('/api/auth/me')).body;
    // A use is noted after its answer: what a test sets must not be overwritten by that.
    await expect.poll(() => isNoted(sessionUuid)).toBe(true);
    return { caller, cookie, sessionUuid, tokens: body };
  };
  return { userUuid: member.tenantStaffUuid, input, login, signIn };
}

/** Moves the time of a session's last use back. */
const leaveAlone = (sessionUuid: string, seconds: number) =>
  w.db.asPlatform(
    (tx) => tx`
      update sessions set used_at = now() - ${seconds} * interval '1 second'
       where session_uuid = ${sessionUuid}`,
  );
const isNoted = async (sessionUuid: string): Promise<boolean> => {
  const [row] = await w.db.asPlatform(
    (tx) => tx`
      select used_at <> created_at as noted from sessions where session_uuid = ${sessionUuid}`,
  );
  return row?.noted;
};
const secondsSinceUse = async (sessionUuid: string): Promise<number> => {
  const [row] = await w.db.asPlatform(
    (tx) => tx`
      select extract(epoch from now() - used_at)::int as seconds from sessions
       where session_uuid = ${sessionUuid}`,
  );
  return row?.seconds;
};
const endsOf = (userUuid: string) =>
  w.db.asPlatform(
    (tx) => tx`
      select entity_id, attributes from events
       where event_type = 'auth.session_ended' and actor_id = ${userUuid}`,
  );

describe('The sessions of a person', () => {
  test('are listed, the one last used first, with where they began', async () => {
    const { signIn } = await person();
    const phone = await signIn({}, { 'user-agent': 'Phone/1.0' });
    const laptop = await signIn({ cookie: true }, { 'user-agent': `Laptop ${'x'.repeat(600)}` });
    await leaveAlone(phone.sessionUuid, 600);
    const { status, body } = await laptop.caller.get('/api/auth/sessions');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        sessionUuid: laptop.sessionUuid,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
        lastUsedAt: expect.any(String),
        userAgent: expect.stringMatching(/^Laptop x{493}$/),
        address: '127.0.0.1',
        isCurrent: true,
      },
      expect.objectContaining({
        sessionUuid: phone.sessionUuid,
        userAgent: 'Phone/1.0',
        isCurrent: false,
      }),
    ]);
    expect(body[0].lastUsedAt > body[1].lastUsedAt).toBe(true);
  });

  test('can be ended one by one, and then refuse everything', async () => {
    const { userUuid, signIn } = await person();
    const [one, other] = [await signIn(), await signIn()];
    const path = `/api/auth/sessions/${one.sessionUuid}`;
    expect((await other.caller.delete(path)).status).toBe(204);
    expect((await other.caller.delete(path)).status).toBe(404);
    expect((await one.caller.get('/api/auth/me')).status).toBe(401);
    const { refreshToken } = one.tokens;
    expect((await w.anonymous.post('/api/auth/refresh', { refreshToken })).status).toBe(401);
    expect((await other.caller.get('/api/auth/sessions')).body).toHaveLength(1);
    expect(await endsOf(userUuid)).toMatchObject([
      { entityId: one.sessionUuid, attributes: { reason: 'ENDED_BY_USER' } },
    ]);
  });

  test('of somebody else do not exist', async () => {
    const [{ signIn }, stranger] = [await person(), await (await person()).signIn()];
    const { caller, sessionUuid } = await signIn();
    expect((await stranger.caller.delete(`/api/auth/sessions/${sessionUuid}`)).status).toBe(404);
    expect((await caller.get('/api/auth/me')).status).toBe(200);
  });

  test('end all but the current', async () => {
    const { userUuid, signIn } = await person();
    const [one, two, current] = [await signIn(), await signIn({ cookie: true }), await signIn()];
    expect((await current.caller.delete('/api/auth/sessions')).status).toBe(204);
    const statuses = [one, two, current].map(
      async ({ caller }) => (await caller.get('/api/auth/me')).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    expect(await endsOf(userUuid)).toHaveLength(2);
  });
});

describe('The idle time', () => {
  beforeAll(async () => {
    expect((await admin.put(policyPath, { idleMinutes: 10 })).status).toBe(200);
  });

  test('ends a session that began with a cookie, and no other', async () => {
    const { signIn } = await person();
    const [byCookie, inBody] = [await signIn({ cookie: true }), await signIn()];
    const nearly = await (await person()).signIn({ cookie: true });
    await leaveAlone(nearly.sessionUuid, 540);
    expect((await nearly.caller.get('/api/auth/me')).status).toBe(200);
    const [after] = await w.db.asPlatform(
      (tx) => tx`
        select session_idle(${tenantUuid}, now() - interval '599.999 seconds') as less,
               session_idle(${tenantUuid}, now() - interval '600 seconds') as more`,
    );
    expect(after).toEqual({ less: false, more: true });
    for (const { sessionUuid } of [byCookie, inBody]) await leaveAlone(sessionUuid, 600);
    expect((await inBody.caller.get('/api/auth/me')).status).toBe(200);
    const answer = await byCookie.caller.get('/api/auth/me');
    expect([answer.status, answer.body.code]).toEqual([401, 'SESSION_ENDED']);
    const headers = { cookie: byCookie.cookie, origin: 'http://localhost:8080' };
    const refreshed = await w.anonymous.post('/api/auth/refresh', {}, headers);
    expect([refreshed.status, refreshed.body.code]).toEqual([401, 'REFRESH_TOKEN_INVALID']);
    const { body } = await inBody.caller.get('/api/auth/sessions');
    expect(body).toHaveLength(1);
    expect((await byCookie.caller.get('/api/auth/me')).status).toBe(401);
  });

  test('counts from what the person does, and not from what the page does by itself', async () => {
    const { signIn } = await person();
    const { sessionUuid, tokens, cookie } = await signIn({ cookie: true });
    await leaveAlone(sessionUuid, 300);
    // Another replica, which has not noted a use of the session lately.
    const replica = await createApp({ ...w.services, registry: new Registry() });
    const caller = createClient(replica, { authorization: `Bearer ${tokens.accessToken}` });
    const background = { 'x-background': 'true' };
    expect((await caller.get('/api/auth/me', background)).status).toBe(200);
    const headers = { cookie, origin: 'http://localhost:8080' };
    const refresh = (more: object = {}) =>
      w.anonymous.post('/api/auth/refresh', {}, { host: 'localhost:8080', ...headers, ...more });
    expect((await refresh(background)).status).toBe(200);
    expect(await secondsSinceUse(sessionUuid)).toBeGreaterThanOrEqual(300);
    expect((await caller.get('/api/auth/me')).status).toBe(200);
    await expect.poll(() => secondsSinceUse(sessionUuid)).toBeLessThan(300);
    await leaveAlone(sessionUuid, 300);
    expect((await refresh()).status).toBe(200);
    expect(await secondsSinceUse(sessionUuid)).toBeLessThan(300);
    await replica.close();
  });

  test('holds from its change on, and a longer one brings nothing back', async () => {
    const { signIn } = await person();
    const [gone, there, other] = [
      await signIn({ cookie: true }),
      await signIn({ cookie: true }),
      await signIn({ cookie: true }),
    ];
    await leaveAlone(gone.sessionUuid, 700);
    for (const { sessionUuid } of [there, other]) await leaveAlone(sessionUuid, 400);
    await admin.put(policyPath, { idleMinutes: 480 });
    expect((await gone.caller.get('/api/auth/me')).status).toBe(401);
    expect((await there.caller.get('/api/auth/me')).status).toBe(200);
    await admin.put(policyPath, { idleMinutes: 5 });
    expect((await other.caller.get('/api/auth/me')).status).toBe(401);
    await admin.put(policyPath, { idleMinutes: 10 });
  });
});
