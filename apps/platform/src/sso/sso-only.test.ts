import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { ageProof } from '../../test-support/age-proof.ts';
import { startIdentityProvider } from '../../test-support/identity-provider.ts';
import { ssoWorld } from '../../test-support/sso-world.ts';
import { world } from '../../test-support/world.ts';
import { hashPassword } from '../auth/passwords.ts';
import { resetSsoOnMachine } from './reset-on-machine.ts';

const w = await world();
const provider = await startIdentityProvider();
const { firm, signIn, refresh, callerOf } = ssoWorld(w, provider);
afterAll(provider.stop);

const password = 'correct horse battery';
const passwordHash = await hashPassword(password);

/** Gives somebody the password of these tests and, if wanted, a second factor. */
async function prepare(userUuid: string, { factor = false } = {}) {
  await w.db.asPlatform(async (tx) => {
    await tx`update accounts set password_hash = ${passwordHash} where user_uuid = ${userUuid}`;
    if (factor)
      await tx`insert into totp_secrets (tenant_uuid, user_uuid, secret)
        select tenant_uuid, user_uuid, 'sealed' from accounts where user_uuid = ${userUuid}`;
  });
}

const login = (email: string, typed = password) =>
  w.anonymous.post('/api/auth/login', { email, password: typed });

/** A firm one of whose administrators has signed in by the provider, with one who comes in without it. */
async function preparedFirm() {
  const made = await firm();
  const boss = await made.member({ staffType: 'ADMIN' });
  const rescuer = await made.member({ staffType: 'ADMIN' });
  await prepare(boss.userUuid);
  await prepare(rescuer.userUuid, { factor: true });
  const { client } = await callerOf(boss.claims);
  const only = { signIn: 'SSO_ONLY', breakGlass: [rescuer.userUuid] };
  return { ...made, boss, rescuer, client, only };
}

describe('A firm that signs in by its provider alone', () => {
  test('is made so by somebody who came in by it, with administrators who come in without it', async () => {
    const { admin, client, path, only, boss, rescuer, as } = await preparedFirm();
    const byPassword = await admin.put(path, only);
    expect([byPassword.status, byPassword.body.code]).toEqual([409, 'SSO_SIGN_IN_FIRST']);
    const staff = await as('TENANT_STAFF');
    const lists = [
      [],
      [boss.userUuid],
      [staff.identity['x-user-id']],
      [rescuer.userUuid, boss.userUuid],
      [randomUUID()],
    ];
    for (const breakGlass of lists) {
      const { status, body } = await client.put(path, { signIn: 'SSO_ONLY', breakGlass });
      expect([status, body.errors?.[0].field]).toEqual([400, 'breakGlass']);
    }
    const four = await client.put(path, { ...only, breakGlass: Array(4).fill(rescuer.userUuid) });
    expect(four.status).toBe(400);
    const { status, body } = await client.put(path, only);
    expect([status, body.signIn, body.breakGlass]).toEqual([200, 'SSO_ONLY', only.breakGlass]);
    const otherClient = await client.put(path, { clientId: 'another' });
    expect([otherClient.status, otherClient.body.code]).toEqual([409, 'SSO_SIGN_IN_FIRST']);
    expect((await client.put(path, { breakGlass: [] })).status).toBe(400);
    expect((await client.put(path, { signIn: 'ANY', breakGlass: [] })).status).toBe(200);
  });

  test('refuses passwords and passkeys of its staff after they were right, and nobody else’s', async () => {
    const { tenantUuid, client, admin, path, only, boss, rescuer, member, as } =
      await preparedFirm();
    const partnerUuid = (await admin.post('/api/partners', { name: 'Partner' })).body.partnerUuid;
    const [person, ofPartner] = [await member(), await member({ partnerUuid })];
    for (const { userUuid } of [person, ofPartner]) await prepare(userUuid);
    const customer = await as('CLIENT');
    await prepare(customer.identity['x-user-id'] ?? '');
    const before = (await login(person.email)).body;
    const kept = (await login(ofPartner.email)).body;
    const rescue = (await login(rescuer.email)).body;
    expect(rescue.secondFactorRequired).toBe(true);
    expect((await client.put(path, only)).status).toBe(200);

    const right = await login(person.email);
    expect([right.status, right.body.code]).toEqual([403, 'SSO_REQUIRED']);
    expect((await login(person.email, 'a wrong password')).status).toBe(401);
    expect((await login(boss.email)).status).toBe(403);
    for (const email of [ofPartner.email, rescuer.email, customer.identity['x-user-email'] ?? ''])
      expect((await login(email)).status).toBe(200);
    const ofTokens = ({ accessToken }: { accessToken: string }) =>
      w.anonymous.with({ authorization: `Bearer ${accessToken}` }).get('/api/auth/me');
    expect((await ofTokens(before)).status).toBe(401);
    expect((await ofTokens(kept)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(401);
    expect((await client.get(path)).status).toBe(200);
    const { body: refused } = await w.anonymous.post('/api/auth/refresh', {
      refreshToken: before.refreshToken,
    });
    expect(refused.code).toBe('REFRESH_TOKEN_INVALID');
    const told = await w.db.asPlatform(
      (tx) => tx`select attributes from events
        where tenant_uuid = ${tenantUuid} and event_type = 'login.failure'`,
    );
    expect(told.map(({ attributes }) => attributes.reason)).toContain('SSO_REQUIRED');
    const { body } = await w.anonymous.post('/api/auth/sso/start', { email: person.email });
    expect(body.signIn).toBe('SSO_ONLY');
    expect((await signIn(person.claims)).location).toBe('/#signed-in');
    expect((await client.put(path, { isActive: false })).status).toBe(200);
    expect((await login(person.email)).status).toBe(200);
  });

  test('mails no links to set a password, and takes none of before', async () => {
    const { client, path, only, member } = await preparedFirm();
    const person = await member();
    const mailsTo = () => w.mails.filter(({ to }) => to === person.email);
    const ask = () => w.anonymous.post('/api/auth/password-reset', { email: person.email });
    expect((await ask()).status).toBe(202);
    await expect.poll(() => mailsTo().length).toBe(1);
    const token = /token=([\w-]+)/.exec(mailsTo()[0]?.html ?? '')?.[1] ?? '';
    await client.put(path, only);
    expect((await ask()).status).toBe(202);
    await expect.poll(() => mailsTo().length).toBe(2);
    const { html = '', text = '' } = mailsTo()[1] ?? {};
    expect([html.includes('set-password'), text.includes('set-password')]).toEqual([false, false]);
    expect(text).toContain('proveedor de identidad');
    const confirm = { token, password: 'another horse battery' };
    const { status, body } = await w.anonymous.post('/api/auth/password-reset/confirm', confirm);
    expect([status, body.code]).toEqual([403, 'SSO_REQUIRED']);
    await client.put(path, { signIn: 'ANY' });
    const after = await w.anonymous.post('/api/auth/password-reset/confirm', confirm);
    expect(after.status).toBe(204);
  });

  test('lets its staff in by their passwords once it was deleted and restored, its provider inactive', async () => {
    const { tenantUuid, code, client, path, only, member, domain } = await preparedFirm();
    const person = await member();
    await prepare(person.userUuid);
    expect((await client.put(path, only)).status).toBe(200);
    expect((await login(person.email)).body.code).toBe('SSO_REQUIRED');
    const system = await w.systemAdmin();
    const firmPath = `/api/tenants/${tenantUuid}`;
    expect((await system.delete(firmPath)).status).toBe(204);
    const restored = await system.post(`${firmPath}/restore`);
    expect([restored.status, restored.body.notRestored]).toEqual([200, []]);
    const named = { name: restored.body.name, code, isActive: true };
    expect((await system.put(firmPath, named)).status).toBe(200);
    const { body } = await system.get(path);
    expect(body).toMatchObject({
      isActive: false,
      signIn: 'SSO_ONLY',
      breakGlass: only.breakGlass,
    });
    expect(body.emailDomains).toMatchObject([{ domain, isProved: true }]);
    expect((await login(person.email)).status).toBe(200);
  });

  test('keeps the last factor of who comes in without the provider', async () => {
    const { client, path, only, rescuer } = await preparedFirm();
    await client.put(path, only);
    const account = await w.db.asPlatform(
      (tx) =>
        tx`select a.*, t.code as tenant_code from accounts a join tenants t using (tenant_uuid)
          where user_uuid = ${rescuer.userUuid}`,
    );
    const own = await w.signIn(account[0] as never);
    const { status, body } = await own.delete('/api/auth/me/totp', { password });
    expect([status, body.code]).toEqual([409, 'LAST_SECOND_FACTOR']);
  });
});

test('A firm whose provider lets nobody in is opened on the machine', async () => {
  const { tenantUuid, client, path, only, member } = await preparedFirm();
  const person = await member();
  await prepare(person.userUuid);
  await client.put(path, only);
  expect((await login(person.email)).status).toBe(403);
  expect(await resetSsoOnMachine(w.config.databaseUrl, tenantUuid)).toBe(true);
  expect((await login(person.email)).status).toBe(200);
  expect((await client.get(path)).body).toMatchObject({ signIn: 'ANY', isActive: true });
});

describe('New staff', () => {
  test('are made of who the provider knows, with what the administrator has that no claim tells', async () => {
    const { admin, path, address } = await firm({ createStaff: true });
    const claims = {
      sub: randomUUID(),
      email: address(),
      given_name: 'Inés',
      family_name: 'Soto',
      zoneinfo: 'Europe/Madrid',
      locale: 'en-GB',
    };
    const { user, client } = await callerOf(claims);
    const { body } = await admin.get(`/api/tenant-staff/${user.userUuid}`);
    expect(body).toMatchObject({
      firstName: 'Inés',
      paternalLastName: 'Soto',
      userEmail: claims.email,
      staffType: 'ADVISOR',
      roles: ['TENANT_STAFF'],
      timeZone: 'Europe/Madrid',
      platformLanguage: 'ENGLISH',
      legalResidence: 'CL',
      commissionCurrency: 'CLP',
      isActive: true,
    });
    expect((await client.get('/api/auth/me')).status).toBe(200);
    expect((await login(claims.email)).status).toBe(401);
    await admin.put(path, { defaultRoles: ['TENANT_ADMIN'] });
    const bare = { sub: randomUUID(), email: address() };
    const made = await callerOf(bare);
    expect(made.user.roles).toEqual(['TENANT_ADMIN']);
    await admin.put(path, { createStaff: false });
    expect((await signIn({ sub: randomUUID(), email: address() })).error).toBe('SSO_NO_ACCOUNT');
  });

  test('of a connection that no administrator of the firm saved have the usual', async () => {
    const { tenantUuid, admin, address } = await firm({ createStaff: true });
    await w.db.asPlatform(
      (tx) => tx`update sso_connections set saved_by = null where tenant_uuid = ${tenantUuid}`,
    );
    const { user } = await callerOf({ sub: randomUUID(), email: address(), name: 'Li' });
    expect((await admin.get(`/api/tenant-staff/${user.userUuid}`)).body).toMatchObject({
      firstName: 'Li',
      timeZone: 'UTC',
      platformLanguage: 'SPANISH',
      legalResidence: 'CHL',
      commissionCurrency: 'USD',
    });
  });
});

describe('Groups of the provider', () => {
  test('set the roles at each sign-in, where they are told', async () => {
    const groupRoles = [{ group: 'owners', roles: ['TENANT_ADMIN'] }];
    const { member } = await firm({ groupRoles, createStaff: true });
    const { claims } = await member();
    const rolesWith = async (groups?: unknown) =>
      (await callerOf({ ...claims, ...(groups === undefined ? {} : { groups }) })).user.roles;
    expect(await rolesWith(['all', 'owners'])).toEqual(['TENANT_ADMIN']);
    expect(await rolesWith()).toEqual(['TENANT_ADMIN']);
    expect(await rolesWith(['all'])).toEqual(['TENANT_STAFF']);
    expect(await rolesWith('owners')).toEqual(['TENANT_ADMIN']);
    expect(await rolesWith([])).toEqual(['TENANT_STAFF']);
  });

  test('never take the role of the last administrator, nor of who comes in without the provider', async () => {
    const groupRoles = [{ group: 'owners', roles: ['TENANT_ADMIN'] }];
    const { tenantUuid, admin, path, member } = await firm({ groupRoles });
    const [one, two] = [await member({ staffType: 'ADMIN' }), await member({ staffType: 'ADMIN' })];
    await admin.put(path, { breakGlass: [one.userUuid] });
    const groups = ['all'];
    expect((await callerOf({ ...one.claims, groups })).user.roles).toEqual(['TENANT_ADMIN']);
    expect((await callerOf({ ...two.claims, groups })).user.roles).toEqual(['TENANT_STAFF']);
    await admin.put(path, { breakGlass: [] });
    await w.db.asPlatform(
      (tx) => tx`update staff_members set is_active = false
        where tenant_uuid = ${tenantUuid} and staff_uuid <> ${one.userUuid}`,
    );
    expect((await callerOf({ ...one.claims, groups })).user.roles).toEqual(['TENANT_ADMIN']);
  });
});

describe('The second factor of a sign-in at the provider', () => {
  const challengeOf = (location: string) => {
    const [, text = ''] = /^\/sign-in#second-factor=([\w-]+)$/.exec(location) ?? [];
    return text ? JSON.parse(Buffer.from(text, 'base64url').toString()) : undefined;
  };

  test('is asked for here, unless the firm takes the provider’s word', async () => {
    const { admin, path, member } = await firm();
    const { claims, userUuid } = await member();
    await prepare(userUuid, { factor: true });
    const factors = { ...claims, amr: ['pwd', 'mfa'] };
    const waiting = challengeOf((await signIn(factors)).location);
    expect(waiting).toMatchObject({ secondFactorRequired: true, methods: ['TOTP'] });
    await w.db.asPlatform(
      (tx) => tx`insert into recovery_codes (tenant_uuid, user_uuid, code_hash)
        select tenant_uuid, user_uuid, sha256('abcde12345') from accounts where user_uuid = ${userUuid}`,
    );
    await admin.put(path, { trustsSecondFactor: true });
    for (const told of [{ amr: ['pwd', 'mfa'] }, { amr: ['pwd', 'otp'] }, { acr: 'phr' }])
      expect((await signIn({ ...claims, ...told })).location).toBe('/#signed-in');
    for (const told of [
      {},
      { amr: ['pwd'] },
      { amr: 'pwd' },
      { acr: '0' },
      { amr: ['pwd', 'pin'] },
    ])
      expect(challengeOf((await signIn({ ...claims, ...told })).location)).toBeDefined();
  });

  test('that the firm requires is there where it takes the provider’s word', async () => {
    const { tenantUuid, admin, member } = await firm({ trustsSecondFactor: true });
    const { claims } = await member();
    await w.db.asPlatform(
      (tx) =>
        tx`insert into tenant_security (tenant_uuid, second_factor) values (${tenantUuid}, 'REQUIRED')`,
    );
    expect((await admin.get('/api/partners')).status).toBe(403);
    const get = async (told: object) =>
      (await callerOf({ ...claims, ...told })).client.get('/api/partners');
    const staffOf = async (told: object) =>
      (await (await callerOf({ ...claims, ...told })).client.get('/api/tenant-staff/search?q=x'))
        .status;
    expect((await get({})).body.code).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    expect(await staffOf({ amr: ['mfa'] })).not.toBe(403);
  });
});

describe('A proof at the provider', () => {
  test('is a sign-in anew of the same person', async () => {
    const { path, member } = await firm();
    const [{ claims, userUuid }, other] = [await member({ staffType: 'ADMIN' }), await member()];
    const { client, browser } = await callerOf(claims);
    await ageProof(w, userUuid);
    expect((await client.put(path, {})).body.code).toBe('PROOF_REQUIRED');
    const host = 'http://localhost:8080';
    const headers = { ...client.identity };
    const ask = async () =>
      (await browser.post(`${host}/api/auth/me/proof`, { sso: true }, headers)).body.url as string;
    const now = Math.floor(Date.now() / 1_000);
    const url = await ask();
    expect(new URL(url).searchParams.get('max_age')).toBe('0');
    const give = async (told: JWTPayload) =>
      (await browser.get(provider.authorize(await ask(), { claims: told }))).location;
    expect(await give({ ...claims })).toBe('/sign-in?error=SSO_NOT_PROVED');
    expect(await give({ ...claims, auth_time: now - 700 })).toBe('/sign-in?error=SSO_NOT_PROVED');
    expect(await give({ ...other.claims, auth_time: now })).toBe('/sign-in?error=SSO_NOT_PROVED');
    expect((await client.put(path, {})).status).toBe(403);
    expect(await give({ ...claims, auth_time: now })).toBe('/#proved');
    expect((await client.put(path, {})).status).toBe(200);
    const both = await client.post('/api/auth/me/proof', { sso: true, password });
    expect(both.status).toBe(400);
  });

  test('is for sessions that began there', async () => {
    const { admin } = await firm();
    const { status, body } = await admin.post('/api/auth/me/proof', { sso: true });
    expect([status, body.code]).toEqual([409, 'SSO_SIGN_IN_FIRST']);
  });
});

describe('A session that began at the provider', () => {
  const later = (userUuid: string, minutes: number) =>
    w.db.asPlatform(
      (tx) => tx`
        update sso_sessions o set asked_at = asked_at - ${minutes} * interval '1 minute',
               away_since = away_since - ${minutes} * interval '1 minute'
          from sessions s where s.session_uuid = o.session_uuid and s.user_uuid = ${userUuid}`,
    );
  const asked = () => provider.state.asked.filter((path) => path === '/token').length;

  test('is asked about at most every quarter of an hour, and ends when the provider says so', async () => {
    const { member } = await firm();
    const { claims, userUuid } = await member();
    const { client, browser } = await callerOf(claims, { refreshToken: 'first' });
    const scopes = ['contacts:read'];
    const { body: made } = await client.post('/api/auth/me/tokens', { name: 'Mine', scopes });
    const byToken = () =>
      w.anonymous.with({ authorization: `Bearer ${made.token}` }).get('/api/auth/me');
    expect((await byToken()).status).toBe(200);
    provider.state.refreshes.set('first', { refresh_token: 'second' });
    let before = asked();
    await later(userUuid, 14);
    const soon = await refresh(browser);
    expect([soon.status, asked() - before]).toEqual([200, 0]);
    expect(soon.body.expiresIn).toBeLessThanOrEqual(60);
    await later(userUuid, 2);
    expect([(await refresh(browser)).status, asked() - before]).toEqual([200, 1]);
    expect([(await refresh(browser)).status, asked() - before]).toEqual([200, 1]);
    provider.state.refreshes.set('second', { error: 'invalid_grant' });
    await later(userUuid, 15);
    before = asked();
    const over = await refresh(browser);
    expect([over.status, over.body.code, asked() - before]).toEqual([
      401,
      'REFRESH_TOKEN_INVALID',
      1,
    ]);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await byToken()).status).toBe(401);
    expect((await signIn(claims)).location).toBe('/#signed-in');
    expect((await byToken()).status).toBe(200);
  });

  test('waits an hour for a provider that is away', async () => {
    const { member } = await firm();
    const { claims, userUuid } = await member();
    const { browser } = await callerOf(claims, { refreshToken: 'away' });
    provider.state.instead.set('/token', { status: 503 });
    for (let minutes = 15; minutes <= 60; minutes += 15) {
      await later(userUuid, 15);
      expect([minutes, (await refresh(browser)).status]).toEqual([minutes, 200]);
    }
    await later(userUuid, 15);
    expect((await refresh(browser)).status).toBe(401);
    provider.state.instead.clear();
  });

  test('lasts twelve hours where the provider hands out nothing to ask by', async () => {
    const { member } = await firm();
    const { claims, userUuid } = await member();
    await signIn(claims);
    await signIn(claims, { refreshToken: 'asks' });
    const rows = await w.db.asPlatform(
      (tx) => tx`select round(extract(epoch from expires_at - created_at) / 3600) as hours
        from sessions where user_uuid = ${userUuid} order by created_at`,
    );
    expect(rows.map(({ hours }) => Number(hours))).toEqual([12, 720]);
  });

  test('ends at the provider too: signing out answers where', async () => {
    const { member, domain } = await firm();
    const { claims, email, userUuid } = await member();
    const { client } = await callerOf(claims);
    const { status, body } = await client.post('/api/auth/logout');
    const url = new URL(body.url);
    expect([status, `${url.origin}${url.pathname}`]).toEqual([200, `${provider.issuer}/logout`]);
    expect(url.searchParams.get('client_id')).toBe(`client-${domain}`);
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    const { browser } = await signIn(claims);
    const host = 'http://localhost:8080';
    const byCookie = await browser.post(`${host}/api/auth/logout`, {}, { origin: host });
    expect([byCookie.status, typeof byCookie.body.url]).toEqual([200, 'string']);
    await prepare(userUuid);
    const { accessToken } = (await login(email)).body;
    const plain = w.anonymous.with({ authorization: `Bearer ${accessToken}` });
    expect((await plain.post('/api/auth/logout')).status).toBe(204);
  });
});
