import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../test-support/client.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world({ TRUST_PROXY: '1' });
const input = staffInput('');
const origin = 'http://localhost:8080';
const host = 'localhost:8080';

beforeAll(async () => {
  const { tenantUuid, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  await admin.post('/api/tenant-staff', { ...input, tenantUuid });
});

const signIn = (changes: object = {}, headers: object = { host }) =>
  w.anonymous.post(
    '/api/auth/login',
    { email: input.userEmail, password: input.password, ...changes },
    headers,
  );
const setCookieOf = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat().map(String);
/** The cookie as a browser sends it back. */
const cookieOf = (answer: Answer) => setCookieOf(answer)[0]?.split(';')[0] ?? '';
const refresh = (cookie: string, headers: object = { origin }, body?: object) =>
  w.anonymous.post('/api/auth/refresh', body, { host, cookie, ...headers });
const logout = (headers: object, body?: object) =>
  w.anonymous.post('/api/auth/logout', body, { host, ...headers });
const statusOfMe = async (accessToken: string) =>
  (await w.anonymous.get('/api/auth/me', { authorization: `Bearer ${accessToken}` })).status;
const usedAgo = (seconds: number) =>
  w.db.asPlatform(
    (tx) => tx`update refresh_tokens set used_at = used_at - ${seconds} * interval '1 second'`,
  );
const newestEnd = async () => {
  const [event] = await w.db.asPlatform(
    (tx) => tx`
      select actor_id, attributes from events where event_type = 'auth.session_ended'
       order by event_uuid desc limit 1`,
  );
  return event;
};

describe('The refresh token as a cookie', () => {
  test('is out of reach of scripts and other sites, and not in the body', async () => {
    const plain = await signIn({ cookie: true });
    expect(plain.status).toBe(200);
    expect(plain.body).not.toHaveProperty('refreshToken');
    expect(setCookieOf(plain)).toEqual([
      expect.stringMatching(
        /^refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const secure = await signIn(
      { cookie: true },
      { host: 'x.example', 'x-forwarded-proto': 'https' },
    );
    // The host is nobody's, so it counts as PUBLIC_URL's, which is http://localhost here.
    expect(cookieOf(secure)).toMatch(/^refresh=/);
    const inBody = await signIn({ cookie: false });
    expect([typeof inBody.body.refreshToken, setCookieOf(inBody)]).toEqual(['string', []]);
  });

  test('is Secure and bound to its host over https', async () => {
    const domain = 'wealth.cookies.example';
    const { tenantUuid } = await w.tenant();
    const root = await w.systemAdmin();
    await root.post(`/api/tenants/${tenantUuid}/domains`, { domain, active: true });
    const there = { host: domain, 'x-forwarded-proto': 'https' };
    const answer = await signIn({ cookie: true }, there);
    expect(setCookieOf(answer)).toEqual([
      expect.stringMatching(
        /^__Host-refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    const headers = { ...there, origin: `https://${domain}` };
    expect((await refresh(cookieOf(answer), headers)).status).toBe(200);
  });

  test('is rotated by a page of an own host, and by no other', async () => {
    const cookie = cookieOf(await signIn({ cookie: true }));
    for (const headers of [{}, { origin: 'null' }, { origin: 'https://evil.example' }]) {
      const refused = await refresh(cookie, headers);
      expect([refused.status, refused.body.code]).toEqual([403, 'ORIGIN_REFUSED']);
    }
    const answer = await refresh(cookie);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('refreshToken');
    expect(cookieOf(answer)).not.toBe(cookie);
    expect(await statusOfMe(answer.body.accessToken)).toBe(200);
  });

  test('is not read for a page of another own host, such as another firm’s', async () => {
    const domain = 'firm.cookies.example';
    const { tenantUuid } = await w.tenant();
    const root = await w.systemAdmin();
    await root.post(`/api/tenants/${tenantUuid}/domains`, { domain, active: true });
    const cookie = cookieOf(await signIn({ cookie: true }));
    for (const headers of [
      { origin: `https://${domain}` },
      { origin: 'http://127.0.0.1:8080' },
      { host: domain, 'x-forwarded-proto': 'https' },
    ]) {
      const { status, body } = await refresh(cookie, { origin, ...headers });
      // At the other host the cookie has another name, as it would be another cookie.
      expect([status, body.code]).toEqual(
        'host' in headers ? [401, 'REFRESH_TOKEN_INVALID'] : [403, 'ORIGIN_REFUSED'],
      );
      expect((await logout({ cookie, origin, ...headers })).status).not.toBe(204);
    }
    expect((await refresh(cookie)).status).toBe(200);
  });

  test('is taken again for 30 seconds, and both answers are as good', async () => {
    const cookie = cookieOf(await signIn({ cookie: true }));
    const [first, second] = [await refresh(cookie), await refresh(cookie)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(cookieOf(first)).not.toBe(cookieOf(second));
    const [next, other] = [await refresh(cookieOf(first)), await refresh(cookieOf(second))];
    expect([next.status, other.status]).toEqual([200, 200]);
    // A use so late has a second left to come in, which a busy machine may take.
    const later = async () => {
      const used = cookieOf(await signIn({ cookie: true }));
      await refresh(used);
      await usedAgo(29);
      return (await refresh(used)).status;
    };
    await expect.poll(later).toBe(200);
  });

  test('ends the session when it is used again later', async () => {
    const cookie = cookieOf(await signIn({ cookie: true }));
    const first = await refresh(cookie);
    // A second use within the time does not prolong it.
    await usedAgo(20);
    await refresh(cookie);
    await usedAgo(11);
    expect((await refresh(cookie)).body.code).toBe('REFRESH_TOKEN_INVALID');
    expect((await refresh(cookieOf(first))).status).toBe(401);
    expect(await statusOfMe(first.body.accessToken)).toBe(401);
    expect((await newestEnd())?.attributes).toMatchObject({ reason: 'TOKEN_REUSED' });
  });

  test('serves 20 tabs that refresh at once', async () => {
    const cookie = cookieOf(await signIn({ cookie: true }));
    const tabs = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)));
    expect(tabs.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const next = await Promise.all(tabs.map((tab) => refresh(cookieOf(tab))));
    expect(next.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test('is as strict as any other token in a body, which wins over the cookie', async () => {
    const cookie = cookieOf(await signIn({ cookie: true }));
    const { body: other } = await signIn();
    const answer = await refresh(cookie, {}, { refreshToken: other.refreshToken });
    expect([answer.status, typeof answer.body.refreshToken]).toEqual([200, 'string']);
    const moved = await refresh('', {}, { refreshToken: answer.body.refreshToken, cookie: true });
    expect(moved.body).not.toHaveProperty('refreshToken');
    expect((await refresh(cookieOf(moved))).status).toBe(200);

    const inBody = { refreshToken: cookie.split('=')[1] };
    expect((await refresh('', {}, inBody)).status).toBe(200);
    expect((await refresh('', {}, inBody)).body.code).toBe('REFRESH_TOKEN_INVALID');
    expect((await refresh(cookie)).status).toBe(401);
  });

  test('may be missing, then the refresh is 401', async () => {
    for (const body of [undefined, {}, { refreshToken: null }, { cookie: true }]) {
      const answer = await refresh('', { origin }, body);
      expect([answer.status, answer.body.code]).toEqual([401, 'REFRESH_TOKEN_INVALID']);
    }
    expect((await refresh('refresh=nonsense')).status).toBe(401);
    expect((await refresh('', {}, { refreshToken: 7 })).body.errors[0].field).toBe('refreshToken');
  });
});

describe('Logging out', () => {
  test('needs no bearer with the cookie, and takes it away', async () => {
    const tokens = await signIn({ cookie: true });
    const cookie = cookieOf(tokens);
    for (const headers of [{ cookie }, { cookie, origin: 'https://evil.example' }])
      expect((await logout(headers)).body.code).toBe('ORIGIN_REFUSED');
    expect(await statusOfMe(tokens.body.accessToken)).toBe(200);
    const answer = await logout({ cookie, origin });
    expect(answer.status).toBe(204);
    expect(setCookieOf(answer)[0]).toMatch(
      /^refresh=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/,
    );
    expect(await statusOfMe(tokens.body.accessToken)).toBe(401);
    expect((await refresh(cookie)).status).toBe(401);
  });

  test('ends the session of the token in the body and not that of the cookie', async () => {
    const [byCookie, inBody] = [await signIn({ cookie: true }), await signIn()];
    const { refreshToken } = inBody.body;
    expect((await logout({ cookie: cookieOf(byCookie) }, { refreshToken })).status).toBe(204);
    expect(await statusOfMe(inBody.body.accessToken)).toBe(401);
    expect(await statusOfMe(byCookie.body.accessToken)).toBe(200);
  });

  test('ends the session of the bearer, whatever cookie a program keeps', async () => {
    const { headers, body } = await signIn({ cookie: true });
    const authorization = `Bearer ${body.accessToken}`;
    expect(headers['set-cookie']).toBeDefined();
    const cookie = 'refresh=nonsense';
    const elsewhere = await logout({ authorization, cookie, origin: 'https://evil.example' });
    expect(elsewhere.status).toBe(403);
    expect((await logout({ authorization, cookie })).status).toBe(204);
    expect((await logout({ authorization })).status).toBe(401);
  });

  test('without anything that says who it is, or with a forged bearer alone, is 401', async () => {
    expect((await logout({})).status).toBe(401);
    expect((await logout({ authorization: 'Bearer x.y.z' })).status).toBe(401);
    const { body } = await signIn();
    const expired = { authorization: 'Bearer x.y.z' };
    expect((await logout(expired, { refreshToken: body.refreshToken })).status).toBe(204);
    expect(await statusOfMe(body.accessToken)).toBe(401);
  });

  test('is recorded', async () => {
    const { body } = await signIn();
    await logout({ authorization: `Bearer ${body.accessToken}` });
    expect(await newestEnd()).toMatchObject({
      actorId: body.user.userUuid,
      attributes: { reason: 'LOGOUT' },
    });
  });
});
