import { generateKeyPair, importJWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { outsideIssuer } from '../../test-support/outside-issuer.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
const input = staffInput('');
const login = (changes: object = {}) =>
  w.anonymous.post('/api/auth/login', {
    email: input.userEmail,
    password: input.password,
    ...changes,
  });
const me = (accessToken: string, headers: object = {}) =>
  w.anonymous.get('/api/auth/me', { authorization: `Bearer ${accessToken}`, ...headers });

beforeAll(async () => {
  tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  const created = await admin.post('/api/tenant-staff', {
    ...input,
    tenantUuid: tenant.tenantUuid,
  });
  expect(created.status).toBe(201);
});

describe('signing in', () => {
  test('answers tokens and the user', async () => {
    const { status, body } = await login();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 900,
      user: {
        email: input.userEmail,
        userType: 'TENANT_STAFF',
        roles: ['TENANT_STAFF'],
        tenantUuid: tenant.tenantUuid,
        tenantCode: tenant.code,
        partnerUuid: null,
      },
    });
    expect((await me(body.accessToken)).body).toMatchObject(body.user);
  });

  test('a wrong password and an unknown account look alike', async () => {
    const [wrong, unknown] = [
      await login({ password: 'nope nope' }),
      await login({ email: 'nobody@test.example' }),
    ];
    const { timestamp: _a, requestId: _b, ...one } = wrong.body;
    const { timestamp: _c, requestId: _d, ...other } = unknown.body;
    expect(wrong.status).toBe(401);
    expect(one).toEqual(other);
  });

  test('a missing field and a body that is no JSON are 400', async () => {
    expect((await w.anonymous.post('/api/auth/login', { email: 'a@b.cl' })).body.errors).toEqual([
      { field: 'password', code: 'REQUIRED', message: 'is required' },
    ]);
    const broken = await w.anonymous.post('/api/auth/login', '{"email":', {
      'content-type': 'application/json',
    });
    expect([broken.status, broken.body.code]).toEqual([400, 'MALFORMED_JSON']);
    expect(
      (await w.anonymous.post('/api/auth/login', 'a=b', { 'content-type': 'text/plain' })).status,
    ).toBe(415);
  });

  test('every attempt is recorded for the tenant, without the e-mail', async () => {
    await login();
    await login({ password: 'nope nope' });
    const rows = await w.db.asTenant(
      tenant.tenantUuid,
      { actorType: 'SYSTEM', actorId: null },
      (tx) =>
        tx`select event_type, actor_type, attributes from events where event_type like 'login.%' order by event_uuid`,
    );
    expect(rows.map((row) => row.eventType)).toEqual(
      expect.arrayContaining(['login.success', 'login.failure']),
    );
    expect(JSON.stringify(rows)).not.toContain('@');
  });
});

describe('refreshing', () => {
  test('rotates; a token used twice ends the whole session', async () => {
    const { body: first } = await login();
    const refresh = (refreshToken: string) =>
      w.anonymous.post('/api/auth/refresh', { refreshToken });
    const second = await refresh(first.refreshToken);
    expect(second.status).toBe(200);
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await refresh(second.body.refreshToken)).status).toBe(401);
    expect((await me(second.body.accessToken)).status).toBe(401);
  });

  test('of 20 who use one token at once, at most one gets through', async () => {
    const { body } = await login();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        w.anonymous.post('/api/auth/refresh', { refreshToken: body.refreshToken }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
    expect(answers.filter((answer) => answer.status === 401).length).toBe(19);
  });
});

describe('tokens', () => {
  test('no token, a forged one, an expired one and one without algorithm are 401', async () => {
    const { body } = await login();
    const [header, claims] = body.accessToken.split('.');
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const forge = (alg: string) =>
      new SignJWT(JSON.parse(Buffer.from(claims, 'base64url').toString()))
        .setProtectedHeader({ alg })
        .sign(privateKey);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    const tampered = `${header}.${Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), roles: ['SYSTEM_ADMIN'] })).toString('base64url')}.${body.accessToken.split('.')[2]}`;
    for (const token of ['', 'x', none, tampered, await forge('EdDSA')]) {
      const answer = await me(token);
      expect(answer.status, token).toBe(401);
      expect(answer.headers['content-type']).toContain('application/problem+json');
    }
    const key = await importJWK(JSON.parse(w.config.tokens.signingKey), 'EdDSA');
    const signed = (changes: object) =>
      new SignJWT({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), ...changes })
        .setProtectedHeader({ alg: 'EdDSA' })
        .sign(key);
    expect((await me(await signed({}))).status).toBe(200);
    expect((await me(await signed({ exp: 1_700_000_000 }))).body.code).toBe('TOKEN_EXPIRED');
    for (const changes of [
      { iss: 'elsewhere' },
      { aud: 'others' },
      { exp: undefined },
      { roles: ['KING'] },
      { sub: undefined },
    ]) {
      expect((await me(await signed(changes))).status, JSON.stringify(changes)).toBe(401);
    }
  });

  test('the public key is published, the private one is not', async () => {
    const { body } = await w.anonymous.get('/.well-known/jwks.json');
    expect(body.keys[0]).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
    expect(body.keys[0].d).toBeUndefined();
  });

  test('logging out ends the session at once', async () => {
    const { body } = await login();
    expect(
      (
        await w.anonymous.post('/api/auth/logout', undefined, {
          authorization: `Bearer ${body.accessToken}`,
        })
      ).status,
    ).toBe(204);
    expect((await me(body.accessToken)).status).toBe(401);
  });
});

describe('headers', () => {
  test.each(['x-tenant-uuid', 'x-user-id', 'x-user-email', 'x-user-type'])(
    'a missing %s is 400 and named',
    async (name) => {
      const caller = await tenant.as('TENANT_ADMIN');
      const answer = await caller.with({ [name]: '' }).get('/api/tenant-staff/all');
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].field).toBe(name);
    },
  );

  test.each([
    ['x-tenant-uuid', '11111111-1111-4111-8111-111111111111'],
    ['x-user-id', '11111111-1111-4111-8111-111111111111'],
    ['x-user-email', 'other@test.example'],
    ['x-user-type', 'SYSTEM_ADMIN'],
  ])('a %s that disagrees with the token is 403', async (name, value) => {
    const caller = await tenant.as('TENANT_ADMIN');
    expect((await caller.with({ [name]: value }).get('/api/tenant-staff/all')).status).toBe(403);
  });

  test('a system administrator works in the live tenant it names, and in no other', async () => {
    const root = await w.systemAdmin();
    const answer = await root
      .with({ 'x-tenant-uuid': tenant.tenantUuid })
      .get('/api/tenant-staff/all');
    expect(
      answer.body.every((each: { tenantUuid: string }) => each.tenantUuid === tenant.tenantUuid),
    ).toBe(true);
    for (const nowhere of [
      '11111111-1111-4111-8111-111111111111',
      'not-a-uuid',
      "'; drop table tenants; --",
    ]) {
      expect(
        (await root.with({ 'x-tenant-uuid': nowhere }).get('/api/tenant-staff/all')).status,
      ).toBe(403);
    }
  });
});

describe('the state of a tenant', () => {
  test('making it inactive or deleting it shuts its users out at once', async () => {
    const [root, other] = [await w.systemAdmin(), await w.tenant()];
    const caller = await other.as('TENANT_ADMIN');
    const path = `/api/tenants/${other.tenantUuid}`;
    const { body } = await root.get(path);
    await root.put(path, { ...body, isActive: false });
    expect((await caller.get('/api/tenant-staff/all')).status).toBe(403);
    await root.put(path, { ...body, isActive: true });
    expect((await caller.get('/api/tenant-staff/all')).status).toBe(200);
    expect((await root.delete(path)).status).toBe(204);
    expect((await caller.get('/api/tenant-staff/all')).status).toBe(403);
    expect((await root.delete(path)).status).toBe(404);
  });
});

describe('setting a password', () => {
  const confirm = (token: string, password: string) =>
    w.anonymous.post('/api/auth/password-reset/confirm', { token, password });
  const own = () => w.mails.filter((mail) => mail.to === input.userEmail);
  const newestToken = async (count: number) => {
    await expect.poll(() => own().length).toBeGreaterThanOrEqual(count);
    return /token=([\w-]+)/.exec(own().at(-1)?.html ?? '')?.[1] ?? '';
  };

  test('asking always answers 202; a newer link voids the older; a link works once', async () => {
    const ask = (email: string) => w.anonymous.post('/api/auth/password-reset', { email });
    const { length } = own();
    expect((await ask('nobody@test.example')).status).toBe(202);
    expect((await ask(input.userEmail.toUpperCase())).status).toBe(202);
    const older = await newestToken(length + 1);
    await ask(input.userEmail);
    const newer = await newestToken(length + 2);
    expect(w.mails.filter((mail) => mail.to === 'nobody@test.example')).toEqual([]);
    expect((await confirm(older, 'a fine new one')).body.code).toBe('PASSWORD_LINK_INVALID');
    expect((await confirm(newer, input.userEmail)).body.errors[0]).toMatchObject({
      field: 'password',
      code: 'IS_EMAIL',
    });
    expect((await confirm(newer, 'short')).status).toBe(400);
    const { body: before } = await login();
    expect((await confirm(newer, 'a fine new one')).status).toBe(204);
    expect((await confirm(newer, 'a fine new one')).status).toBe(400);
    expect((await me(before.accessToken)).status).toBe(401);
    expect((await login({ password: 'a fine new one' })).status).toBe(200);
  });

  test('asking leaves one job before the answer, whether there is an account or not', async () => {
    const ask = (email: string) => w.anonymous.post('/api/auth/password-reset', { email });
    const { length } = own();
    const jobs = async () => {
      const [row] = await w.sql<[{ count: number }]>`
        select count(*)::int as count from pgboss.job where name = 'password-reset'`;
      return row.count;
    };
    const before = await jobs();
    expect((await ask('nobody@test.example')).status).toBe(202);
    expect(await jobs()).toBe(before + 1);
    expect((await ask(input.userEmail)).status).toBe(202);
    expect(await jobs()).toBe(before + 2);
    await newestToken(length + 1);
    expect(own()).toHaveLength(length + 1);
    expect(w.mails.filter((mail) => mail.to === 'nobody@test.example')).toEqual([]);
  });

  test('no token is stored as it is', async () => {
    const rows = await w.db.asPlatform(
      (tx) => tx`select encode(token_hash, 'escape') as hash from password_tokens`,
    );
    const tokens = w.mails.map((mail) => /token=([\w-]+)/.exec(mail.html)?.[1]);
    expect(rows.some((row) => tokens.includes(row.hash))).toBe(false);
    const jobs = await w.sql`select data::text from pgboss.job`;
    expect(jobs.some((job) => tokens.some((token) => job.data.includes(token)))).toBe(false);
  });
});

test('an outside issuer is trusted when the settings name it', async () => {
  const issuer = await outsideIssuer();
  const trusting = await world(issuer.settings);
  const { tenantUuid, staff } = await trusting.tenant();
  const { tenantStaffUuid: sub, userEmail: email } = await staff();
  const claims = { sub, org: tenantUuid, email, roles: ['TENANT_STAFF'] };
  const ask = async (audience: string) => {
    const authorization = `Bearer ${await issuer.token(claims, audience)}`;
    return (await trusting.anonymous.get('/api/auth/me', { authorization })).status;
  };
  expect([await ask('api'), await ask('elsewhere')]).toEqual([200, 401]);
  issuer.close();
});

test('a sign-in tells the first one from later ones, and of a client how old the login is', async () => {
  const admin = await tenant.as('TENANT_ADMIN');
  const client = staffInput(tenant.tenantUuid);
  const staffUuid = (await admin.post('/api/tenant-staff', client)).body.tenantStaffUuid;
  const { contactUuid } = (
    await admin.post('/api/contacts', contactInput(tenant.tenantUuid, staffUuid))
  ).body;
  const email = `${contactUuid}@client.example`;
  await admin.put(`/api/contacts/${contactUuid}`, { primaryEmail: email });
  await admin.post(`/api/contacts/${contactUuid}/credentials/init`);
  const mail = () => w.mails.find(({ to }) => to === email);
  await expect.poll(mail).toBeDefined();
  const token = /token=([\w-]+)/.exec(mail()?.html ?? '')?.[1];
  const password = 'una contraseña larga';
  await w.anonymous.post('/api/auth/password-reset/confirm', { token, password });
  await w.db.asPlatform(
    (tx) => tx`
      update contacts set credentials_initialized_at = now() - interval '3 days',
                          created_at = now() - interval '40 days'
       where contact_uuid = ${contactUuid}`,
  );
  const told = async (actorId: string, pair: { email: string; password: string }) => {
    for (const _ of [1, 2]) expect((await login(pair)).status).toBe(200);
    const { body } = await admin.get(`/api/audit?eventType=login.success&actorId=${actorId}`);
    return body.content.map(({ attributes }: { attributes: object }) => attributes);
  };
  expect(await told(contactUuid, { email, password })).toEqual([
    { userType: 'CLIENT', first: 'false', daysSinceInit: '3', daysSinceCreated: '40' },
    { userType: 'CLIENT', first: 'true', daysSinceInit: '3', daysSinceCreated: '40' },
  ]);
  const staff = { email: client.userEmail, password: client.password };
  expect(await told(staffUuid, staff)).toEqual([
    { userType: 'TENANT_STAFF', first: 'false' },
    { userType: 'TENANT_STAFF', first: 'true' },
  ]);
});
