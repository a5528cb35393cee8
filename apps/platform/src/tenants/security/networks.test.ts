import { describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../../test-support/client.ts';
import { machine } from '../../../test-support/machine.ts';
import { uuidOf } from '../../../test-support/meeting-world.ts';
import { addTotp, codeOf } from '../../../test-support/second-factor-world.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const inside = '127.0.0.1';
const outside = '203.0.113.9';
const refused = [403, 'NETWORK_NOT_ALLOWED'];
/** What the trail says of it. */
const recorded = { attributes: { reason: 'NETWORK_NOT_ALLOWED' }, address: outside };
const outcome = ({ status, body }: Answer) => [status, body?.code];

async function firm() {
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  const path = `/api/tenants/${tenant.tenantUuid}/security`;
  const allow = (...allowedNetworks: string[]) => admin.put(path, { allowedNetworks });
  return { ...tenant, admin, path, allow };
}

/** Makes a staff member who signs in by a password, and signs them in. */
async function colleague({ tenantUuid, admin }: Awaited<ReturnType<typeof firm>>) {
  const input = staffInput(tenantUuid);
  expect((await admin.post('/api/tenant-staff', input)).status).toBe(201);
  const credentials = { email: input.userEmail, password: input.password };
  const login = (by: Client, body: object = {}) =>
    by.post('/api/auth/login', { ...credentials, ...body });
  const { body: tokens } = await login(w.anonymous);
  const client = w.anonymous.with({ authorization: `Bearer ${tokens.accessToken}` });
  return { credentials, login, tokens, client };
}

describe('The networks of a firm', () => {
  test('are kept in one spelling, IPv4 that is written as IPv6 as IPv4', async () => {
    const { allow } = await firm();
    const { status, body } = await allow(
      '127.0.0.0/8',
      '::ffff:10.0.0.0/104',
      '::FFFF:7f00:0/104',
      '2001:DB8:0:0::/32',
      '::1/128',
      '0.0.0.0/0',
      '::/0',
    );
    expect([status, body.allowedNetworks]).toEqual([
      200,
      ['127.0.0.0/8', '10.0.0.0/8', '2001:db8::/32', '::1/128', '0.0.0.0/0', '::/0'],
    ]);
    expect((await allow()).body.allowedNetworks).toEqual([]);
  });

  test.each([
    ...['', 'office', '10.0.0.0', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8.5'],
    ...['10.0.0/8', '010.0.0.0/8', '256.0.0.0/8', '10.0.0.1/8', '10.0.0.0/08', ' 10.0.0.0/8'],
    ...['::/129', '2001:db8::1/32', 'fe80::%eth0/64', ':::/8', '::ffff:10.0.0.0/8', '10.0.0.0/8,'],
    ...[null, 10, {}, ['10.0.0.0/8']],
  ])('refuse %j and stay', async (network) => {
    const { admin, path } = await firm();
    const answer = await admin.put(path, { allowedNetworks: ['127.0.0.0/8', network] });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'allowedNetworks[1]']);
    expect((await admin.get(path)).body.allowedNetworks).toEqual([]);
  });

  test('that are no list, or too many, are refused', async () => {
    const { admin, path } = await firm();
    const many = Array.from({ length: 101 }, (_, n) => `10.0.${n}.0/24`);
    for (const allowedNetworks of [null, '127.0.0.0/8', many]) {
      const { status, body } = await admin.put(path, { allowedNetworks });
      expect([status, body.errors[0].field]).toEqual([400, 'allowedNetworks']);
    }
  });

  test('are not set by whom they would lock out, and nothing changes then', async () => {
    const { admin, path, allow } = await firm();
    const answer = await admin.put(path, { allowedNetworks: ['203.0.113.0/24'], idleMinutes: 5 });
    expect(outcome(answer)).toEqual([409, 'NETWORKS_LOCK_OUT']);
    expect((await admin.get(path)).body).toMatchObject({ allowedNetworks: [], idleMinutes: 30 });
    expect((await allow('203.0.113.0/24', '127.0.0.1/32')).status).toBe(200);
    // An administrator of the platform is held to none, and may set any.
    const root = await w.systemAdmin();
    expect((await root.put(path, { allowedNetworks: ['203.0.113.0/24'] })).status).toBe(200);
    expect(outcome(await admin.get(path))).toEqual(refused);
    expect((await admin.at(outside).get(path)).status).toBe(200);
  });

  test('hold an address in whatever form it came', async () => {
    const { admin, allow } = await firm();
    await allow('127.0.0.0/8', '192.0.2.0/25', '2001:db8:40::/48');
    const statuses = async (addresses: string[]) =>
      Promise.all(
        addresses.map(async (each) => (await admin.at(each).get('/api/partners')).status),
      );
    const within = ['192.0.2.0', '192.0.2.127', '::ffff:192.0.2.5', '::ffff:c000:205'];
    within.push('2001:db8:40::1', '2001:DB8:40:ffff:ffff:ffff:ffff:ffff', '2001:db8:40::1%eth0');
    expect(await statuses(within)).toEqual(within.map(() => 200));
    const beyond = ['192.0.2.128', '::ffff:192.0.2.128', '2001:db8:41::', '::c000:205', '::1'];
    beyond.push('192.0.3.5', 'unknown', '192.0.2.5:4711', '64:ff9b::c000:205');
    expect(await statuses(beyond)).toEqual(beyond.map(() => 403));
  });

  test('hold staff, partner staff and machines, and neither clients nor the platform', async () => {
    const tenant = await firm();
    const { tenantUuid, admin, as, allow } = tenant;
    const { body: partner } = await admin.post('/api/partners', { name: 'Socios' });
    const held = {
      TENANT_ADMIN: admin,
      TENANT_STAFF: await as('TENANT_STAFF'),
      PARTNER_ADMIN: await as('PARTNER_ADMIN', partner.partnerUuid),
      PARTNER_STAFF: await as('PARTNER_STAFF', partner.partnerUuid),
      machine: (await machine(w, admin)).client,
    };
    const { body: token } = await admin.post('/api/auth/me/tokens', {
      name: 'Report',
      scopes: ['meetings:read'],
    });
    const program = w.anonymous.with({ authorization: `Bearer ${token.token}` });
    await allow(`${inside}/32`);
    const ask = (by: Client) => by.get('/api/v1/meetings?size=1');
    for (const [who, by] of Object.entries({ ...held, program })) {
      expect((await ask(by)).status, who).toBe(200);
      expect(outcome(await ask(by.at(outside))), who).toEqual(refused);
    }
    const client = await as('CLIENT');
    const visitor = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenantUuid });
    for (const by of [client, visitor]) expect((await ask(by.at(outside))).status).toBe(200);
    expect((await w.anonymous.at(outside).get('/api/public/console')).status).toBe(200);
  });

  test('do not hold the directory that keeps the staff, at its own address alone', async () => {
    const { tenantUuid, admin, allow } = await firm();
    const path = `/api/tenants/${tenantUuid}/sso/provisioning-token`;
    const { token } = (await admin.post(path, {})).body;
    const directory = w.anonymous.with({ authorization: `Bearer ${token}` }).at(outside);
    const { client } = await machine(w, admin, { scopes: ['staff:write'] });
    await allow(`${inside}/32`);
    for (const by of [directory, client.at(outside)])
      expect((await by.get('/scim/v2/ServiceProviderConfig')).status).toBe(200);
    expect(outcome(await client.at(outside).post('/api/tenant-staff', {}))).toEqual(refused);
  });

  test('hold what is refused for another reason, too', async () => {
    const { admin, as, allow } = await firm();
    const staff = await as('TENANT_STAFF');
    await allow(`${inside}/32`);
    const nobody = crypto.randomUUID();
    const answers = [
      await admin.at(outside).post('/api/partners', { name: 7 }),
      await admin.at(outside).get(`/api/contacts/${nobody}`),
      await admin.at(outside).get('/api/contacts/no-uuid'),
      await staff.at(outside).get('/api/credentials'),
      await admin.at(outside).get('/api/auth/me'),
      await admin.at(outside).get('/api/analytics/catalog'),
    ];
    expect(answers.map(outcome)).toEqual(answers.map(() => refused));
  });
});

describe('Outside of the networks of a firm', () => {
  test('a refresh is refused, leaves its token unspent, and is recorded with its address', async () => {
    const tenant = await firm();
    const { tokens } = await colleague(tenant);
    await tenant.allow(`${inside}/32`);
    const refresh = (by: Client, refreshToken: string) =>
      by.post('/api/auth/refresh', { refreshToken });
    const away = w.anonymous.at(outside);
    for (let n = 0; n < 2; n += 1)
      expect(outcome(await refresh(away, tokens.refreshToken))).toEqual(refused);
    const { status, body } = await refresh(w.anonymous, tokens.refreshToken);
    expect(status).toBe(200);
    expect((await refresh(w.anonymous, body.refreshToken)).status).toBe(200);
    const { body: trail } = await tenant.admin.get('/api/audit?eventType=login.failure');
    expect(trail.content).toMatchObject(Array(2).fill(recorded));
  });

  test('a sign-in is refused after a right password, and recorded with its address', async () => {
    const tenant = await firm();
    const { credentials, login } = await colleague(tenant);
    await tenant.allow(`${inside}/32`);
    const away = w.anonymous.at(outside);
    expect(outcome(await login(away))).toEqual(refused);
    const wrong = await away.post('/api/auth/login', { ...credentials, password: 'not the one' });
    expect(outcome(wrong)).toEqual([401, 'WRONG_CREDENTIALS']);
    expect((await login(w.anonymous)).status).toBe(200);
    const { body: trail } = await tenant.admin.get('/api/audit?eventType=login.failure');
    expect(trail.content).toMatchObject([
      { attributes: { reason: 'WRONG_CREDENTIALS' } },
      recorded,
    ]);
  });

  test('a sign-in is not finished by its second factor, whose code is not spent', async () => {
    const tenant = await firm();
    const { client, login } = await colleague(tenant);
    const { secret } = await addTotp(client);
    await tenant.allow(`${inside}/32`);
    const { body } = await login(w.anonymous);
    const finish = (by: Client) =>
      by.post('/api/auth/login/second-factor', {
        challenge: body.challenge,
        code: codeOf(secret, 1),
      });
    expect(outcome(await finish(w.anonymous.at(outside)))).toEqual(refused);
    expect((await finish(w.anonymous)).status).toBe(200);
  });

  test('a machine gets no token, which is recorded', async () => {
    const tenant = await firm();
    const { body } = await tenant.admin.post('/api/credentials', {
      name: 'Portfolio system',
      roles: ['TENANT_STAFF'],
    });
    await tenant.allow(`${inside}/32`);
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: body.clientId,
      client_secret: body.clientSecret,
    }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const ask = (by: Client) => by.post('/api/auth/token', form, type);
    expect(outcome(await ask(w.anonymous.at(outside)))).toEqual(refused);
    expect((await ask(w.anonymous)).status).toBe(200);
    const { body: trail } = await tenant.admin.get('/api/audit?eventType=login.failure');
    expect(trail.content).toMatchObject([{ ...recorded, actorId: body.credentialUuid }]);
  });

  test('a session is signed out by its refresh token all the same', async () => {
    const tenant = await firm();
    const { tokens, client } = await colleague(tenant);
    await tenant.allow(`${inside}/32`);
    const { refreshToken } = tokens;
    const away = w.anonymous.at(outside);
    expect((await away.post('/api/auth/logout', { refreshToken })).status).toBe(204);
    expect((await client.get('/api/auth/me')).status).toBe(401);
  });
});

describe('The hours of a session', () => {
  const age = (client: Client, hours: number) =>
    w.db.asPlatform(
      (tx) => tx`
        update sessions set created_at = created_at - ${hours} * interval '1 hour'
         where user_uuid = ${uuidOf(client)}`,
    );

  test('are counted from the sign-in, for every kind of session', async () => {
    const tenant = await firm();
    const { admin, path, tenantUuid } = tenant;
    const [inBody, byCookie, young] = [
      await colleague(tenant),
      await colleague(tenant),
      await colleague(tenant),
    ];
    await w.db.asPlatform(
      (tx) => tx`update sessions set by_cookie = true, used_at = now()
        where user_uuid = ${byCookie.tokens.user.userUuid}`,
    );
    await w.db.asPlatform(
      (tx) => tx`
        update sessions set created_at = created_at - interval '2 hours'
         where user_uuid = any(${[inBody, byCookie].map(({ tokens }) => tokens.user.userUuid)})`,
    );
    const me = async ({ client }: typeof inBody) => (await client.get('/api/auth/me')).status;
    expect(await Promise.all([inBody, byCookie, young].map(me))).toEqual([200, 200, 200]);
    expect((await admin.put(path, { sessionHours: 2 })).body.sessionHours).toBe(2);
    expect(await Promise.all([inBody, byCookie, young].map(me))).toEqual([401, 401, 200]);
    const { refreshToken } = inBody.tokens;
    expect((await w.anonymous.post('/api/auth/refresh', { refreshToken })).status).toBe(401);
    // A longer time does not bring them back.
    await admin.put(path, { sessionHours: 720 });
    expect(await Promise.all([inBody, byCookie, young].map(me))).toEqual([401, 401, 200]);
    const { body } = await admin.get('/api/audit?eventType=tenant.security_updated&size=1');
    expect(body.content[0]).toMatchObject({
      entityId: tenantUuid,
      attributes: { sessionHours: '720' },
    });
  });

  test('end neither a machine nor a token of a person', async () => {
    const { admin, path } = await firm();
    const { client } = await machine(w, admin);
    const { body } = await admin.post('/api/auth/me/tokens', {
      name: 'Report',
      scopes: ['partners:read'],
    });
    const program = w.anonymous.with({ authorization: `Bearer ${body.token}` });
    await admin.put(path, { sessionHours: 1 });
    await w.db.asPlatform(
      (tx) => tx`
        update sessions set created_at = now() - interval '2 hours'
         where tenant_uuid = ${client.identity['x-tenant-uuid'] ?? admin.identity['x-tenant-uuid'] ?? ''}
           and (is_token or session_uuid = user_uuid)`,
    );
    for (const by of [client, program]) expect((await by.get('/api/partners')).status).toBe(200);
    await age(admin, 1);
    expect((await admin.get(path)).status).toBe(401);
  });

  test.each([{ sessionHours: 0 }, { sessionHours: 721 }, { tokenDays: 0 }, { tokenDays: 91 }])(
    'and the days of a token refuse %j',
    async (change) => {
      const { admin, path } = await firm();
      const { status, body } = await admin.put(path, change);
      expect([status, body.errors[0].field]).toEqual([400, Object.keys(change)[0]]);
    },
  );
});

test('a token lasts as many days as the firm allows at most', async () => {
  const { admin, path } = await firm();
  await admin.put(path, { tokenDays: 7 });
  const create = (expiresAt?: string) =>
    admin.post('/api/auth/me/tokens', { name: 'Report', scopes: ['tasks:read'], expiresAt });
  const inDays = (days: number) =>
    Temporal.Now.instant()
      .add({ hours: days * 24 })
      .toString()
      .slice(0, 19);
  const late = await create(inDays(8));
  expect([late.status, late.body.errors[0].field]).toEqual([400, 'expiresAt']);
  expect((await create(inDays(6))).status).toBe(201);
  const { body } = await create();
  const [begins, ends] = [body.createdAt, body.expiresAt].map((at) =>
    Temporal.Instant.from(`${at}Z`),
  );
  expect(begins && ends && Math.round(begins.until(ends).total('hours'))).toBe(7 * 24);
});

test('common passwords are refused wherever one is set, as typed and in lower case', async () => {
  const tenant = await firm();
  const { tenantUuid, admin, path } = tenant;
  const [{ credentials }, own] = [await colleague(tenant), await colleague(tenant)];
  const member = (await admin.post('/api/tenant-staff', staffInput(tenantUuid))).body;
  const staffPath = `/api/tenant-staff/${member.tenantStaffUuid}`;
  const link = async () => {
    const before = w.mails.length;
    await w.anonymous.post('/api/auth/password-reset', { email: credentials.email });
    const mail = () => w.mails.slice(before).find(({ to }) => to === credentials.email);
    await expect.poll(mail).toBeDefined();
    return /token=([\w-]+)/.exec(mail()?.html ?? '')?.[1] ?? '';
  };
  const token = await link();
  const both = (text: string) => ({ password: text, confirmPassword: text });
  const places: ((password: string) => Promise<Answer>)[] = [
    (password) => admin.post('/api/tenant-staff', { ...staffInput(tenantUuid), ...both(password) }),
    (password) => admin.put(staffPath, both(password)),
    (password) => admin.put(`${staffPath}/credentials/create`, { password }),
    (password) =>
      own.client.put('/api/auth/me/password', {
        currentPassword: own.credentials.password,
        password,
      }),
    (password) => w.anonymous.post('/api/auth/password-reset/confirm', { token, password }),
  ];
  expect((await places[2]?.('Football1'))?.status).toBe(204);
  await admin.put(path, { refuseCommonPasswords: true });
  for (const set of places)
    for (const common of ['password1', 'BaseBall', '1qaz2wsx', 'TRUSTNO1']) {
      const { status, body } = await set(common);
      expect([status, body.errors?.[0]]).toMatchObject([
        400,
        { field: 'password', code: 'TOO_COMMON' },
      ]);
    }
  for (const set of places) expect((await set('rare words 7 of mine')).status).toBeLessThan(300);
});
