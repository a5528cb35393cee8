import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startAnalyticsSimulator } from '../../../test-support/analytics-simulator.ts';
import {
  calendarOf,
  calendarWorld,
  cookieOf,
  eachProvider,
  patience,
} from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';
import { world } from '../../../test-support/world.ts';
import { settingsOf } from '../../calendar-settings.ts';
import { system } from '../../database/principal.ts';
import { createTokenCipher } from './token-cipher.ts';
import { createTokenStore, resealTokens } from './token-store.ts';

const analytics = await startAnalyticsSimulator();
afterAll(analytics.stop);
const w = await calendarWorld({ ANALYTICS_URL: analytics.url });
const bare = await world();
const base = '/api/v1/calendar';
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

async function askFor(kind: 'a' | 'b' = 'a', path = `provider_${kind}`) {
  const staff = await (await w.tenant()).as('TENANT_STAFF');
  const begun = await staff.post(`${base}/connect/${path}`);
  expect(begun.status).toBe(200);
  const url = new URL(begun.body.authorizationUrl);
  const email = `${staff.identity['x-user-id']}@calendar.example`;
  return { staff, url, email, comeBack: comeBackWith(cookieOf(begun)) };
}

const comeBackWith = (cookie: string) => async (path: string) =>
  (await w.anonymous.get(path, { cookie })).headers.location;
const failed = `${base}/callback/oauth-failed`;

describe('connecting', () => {
  test('before it, the connection is NONE and everything about it empty', async () => {
    const staff = await (await w.tenant()).as('TENANT_STAFF');
    const { status, body } = await staff.get(`${base}/connection`);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'NONE',
      provider: null,
      email: null,
      firstTimeModalPref: 'SHOW_ALWAYS',
      connectedAt: null,
      lastSyncedAt: null,
      lastError: null,
      push: { state: 'NONE', expiresAt: null, renewsAt: null, lastNoticeAt: null },
      nextPullAt: null,
      lastFullSyncAt: null,
      waitingOutward: 0,
      failedMeetings: 0,
    });
    const pulled = await staff.post(`${base}/sync`);
    expect(pulled.status).toBe(200);
    expect(pulled.body).toEqual({
      status: 'NONE',
      created: 0,
      updated: 0,
      canceled: 0,
      skipped: 0,
      lastSyncedAt: null,
    });
    expect((await staff.post(`${base}/disconnect`)).body.status).toBe('NONE');
  });

  test.each(eachProvider)('leads through consent at $provider to CONNECTED', async ({ kind }) => {
    const { staff, url, email, comeBack } = await askFor(kind);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^([\w-]{20,}\.){3}[A-Z]+\.[\w-]{43}$/),
    });
    const back = w.simulators[kind].approve(url.href, email);
    expect(await comeBack(pathOf(back))).toBe(`${base}/callback/success`);
    const { body } = await staff.get(`${base}/connection`);
    expect(body).toMatchObject({
      status: 'CONNECTED',
      provider: `PROVIDER_${kind.toUpperCase()}`,
      email,
      connectedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    });
    await expect
      .poll(async () => (await calendarOf(staff).connection()).push.state, patience)
      .toBe('OPEN');
  });

  test('takes the alias too, refuses unknown providers with 400 and clients with 403', async () => {
    await askFor('a', 'google');
    await askFor('b', 'Microsoft');
    const tenant = await w.tenant();
    const [staff, client] = [await tenant.as('TENANT_STAFF'), await tenant.as('CLIENT')];
    const unknown = await staff.post(`${base}/connect/yahoo`);
    expect(unknown.status).toBe(400);
    expect(unknown.body.errors[0].field).toBe('provider');
    expect((await w.anonymous.get(`${base}/callback/yahoo?state=x`)).status).toBe(400);
    for (const answer of [
      await client.get(`${base}/connection`),
      await client.post(`${base}/connect/provider_a`),
      await client.post(`${base}/sync`),
    ])
      expect(answer.status).toBe(403);
    expect((await w.anonymous.get(`${base}/connection`)).status).toBe(401);
  });

  test('is 409 where the provider is not configured', async () => {
    const staff = await (await bare.tenant()).as('TENANT_STAFF');
    for (const path of ['provider_a', 'provider_b', 'google', 'microsoft']) {
      const { status, body } = await staff.post(`${base}/connect/${path}`);
      expect([status, body.code]).toEqual([409, 'PROVIDER_NOT_CONFIGURED']);
    }
  });

  test('a state works once, for its provider, while it is fresh, and only if we signed it', async () => {
    const { url, email, staff, comeBack } = await askFor();
    const back = pathOf(w.simulators.a.approve(url.href, email));
    const forged = back.replace(
      /state=([^&.]+)\./,
      (_, nonce: string) => `state=${nonce.slice(1)}A.`,
    );
    expect(await comeBack(forged)).toBe(failed);
    expect(await comeBack(back.replace('/callback/google', '/callback/microsoft'))).toBe(failed);
    expect(await comeBack(`${base}/callback/google?code=x`)).toBe(failed);
    expect((await staff.get(`${base}/connection`)).body.status).toBe('NONE');
    const answers = await Promise.all(Array.from({ length: 30 }, () => comeBack(back)));
    expect(answers.filter((each) => each !== failed)).toEqual([`${base}/callback/success`]);

    const late = await askFor();
    await w.db.asPlatform((tx) => tx`update calendar_authorizations set expires_at = now()`);
    expect(await late.comeBack(pathOf(w.simulators.a.approve(late.url.href, late.email)))).toBe(
      failed,
    );
    expect((await late.staff.get(`${base}/connection`)).body.status).toBe('NONE');
  });

  test('a declined consent and a user who was deactivated meanwhile connect nothing', async () => {
    const declined = await askFor();
    const state = declined.url.searchParams.get('state');
    expect(
      await declined.comeBack(`${base}/callback/google?error=access_denied&state=${state}`),
    ).toBe(failed);
    const gone = await askFor();
    const back = w.simulators.a.approve(gone.url.href, gone.email);
    const user = gone.staff.identity['x-user-id'] ?? '';
    await w.db.asPlatform(
      (tx) => tx`update accounts set is_active = false where user_uuid = ${user}`,
    );
    expect(await gone.comeBack(pathOf(back))).toBe(failed);
  });

  test.each(['success', 'oauth-failed'])(
    'the %s page is plain HTML that nobody keeps',
    async (name) => {
      const { status, headers, body } = await w.anonymous.get(`${base}/callback/${name}`);
      expect(status).toBe(200);
      expect(headers['content-type']).toContain('text/html');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(body).not.toContain('<script');
    },
  );

  test('another account takes the place of the one that was connected', async () => {
    const { staff } = await w.staffWithCalendar('a');
    await w.connect(staff, 'b');
    const { body } = await staff.get(`${base}/connection`);
    expect(body).toMatchObject({ status: 'CONNECTED', provider: 'PROVIDER_B' });
  });
});

describe('the connection', () => {
  test('keeps the preference of the first-time dialogue, before and after connecting', async () => {
    const staff = await (await w.tenant()).as('TENANT_STAFF');
    const put = (firstTimeModalPref: unknown) =>
      staff.put(`${base}/connection/preferences`, { firstTimeModalPref });
    for (const pref of ['DONT_SHOW', 'REMIND_LATER', 'SHOW_ALWAYS']) {
      const { status, body } = await put(pref);
      expect([status, body.firstTimeModalPref, body.status]).toEqual([200, pref, 'NONE']);
    }
    const { status, body } = await put('SOMETIMES');
    expect([status, body.errors[0].field]).toEqual([400, 'firstTimeModalPref']);
    expect((await put(undefined)).status).toBe(400);
  });

  test('ends with disconnect, which may be repeated; its channel is stopped and its tokens forgotten', async () => {
    const { staff, email, simulator, connection } = await w.staffWithCalendar('a');
    await expect.poll(() => simulator.provider.channelsOf(email).length, patience).toBe(1);
    const { status, body } = await staff.post(`${base}/disconnect`);
    expect([status, body.status]).toEqual([200, 'DISCONNECTED']);
    expect((await staff.post(`${base}/disconnect`)).body.status).toBe('DISCONNECTED');
    await expect.poll(() => simulator.provider.channelsOf(email).length, patience).toBe(0);
    await expect.poll(() => tokensOf(staff.identity['x-tenant-uuid']), patience).toEqual([]);
    expect((await connection()).push.state).toBe('NONE');
    expect((await staff.post(`${base}/sync`)).body).toMatchObject({
      status: 'DISCONNECTED',
      created: 0,
    });
  });

  test('says what it pulled when asked to', async () => {
    const { person, staff, pull } = await w.staffWithCalendar('b');
    w.simulators.b.faults.add({ kind: 'drop-push', times: null });
    await pull();
    // The worker may pull the new event first; then there is another one.
    const pulledByHand = () => {
      person.create({
        title: 'Board',
        start: dated('2027-01-12T10:00'),
        end: dated('2027-01-12T11:00'),
      });
      return staff.post(`${base}/sync`);
    };
    let answer = await pulledByHand();
    for (let tries = 0; tries < 5 && answer.body.created === 0; tries++)
      answer = await pulledByHand();
    w.simulators.b.faults.clear();
    const { status, body } = answer;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'CONNECTED',
      created: 1,
      updated: 0,
      canceled: 0,
      skipped: 0,
    });
    expect(body.lastSyncedAt).toMatch(/^\d{4}-/);
  });

  test('is read as a whole when its provider moved to another base address', async () => {
    const { person, staff, pull, email, simulator, meetings } = await w.staffWithCalendar('b');
    await pull();
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    const tenantUuid = staff.identity['x-tenant-uuid'] ?? '';
    const moved = await w.db.asTenant(
      tenantUuid,
      system,
      (tx) => tx`
        update calendar_connections set sync_token = replace(sync_token, ${simulator.url}, 'http://127.0.0.1:9')
         where sync_token like ${`${simulator.url}%`}`,
    );
    expect(moved.count).toBe(1);
    person.create({
      title: 'Board',
      start: dated('2027-01-12T10:00'),
      end: dated('2027-01-12T11:00'),
    });
    const { status, body } = await staff.post(`${base}/sync`);
    expect([status, body.status]).toEqual([200, 'CONNECTED']);
    expect((await meetings()).map(({ title }) => title)).toEqual(['Board']);
  });

  test('lets the administrator say how clients are named outside, and others read it', async () => {
    const tenant = await w.tenant();
    const [admin, staff] = [await tenant.as('TENANT_ADMIN'), await tenant.as('TENANT_STAFF')];
    expect((await staff.get(`${base}/settings`)).body).toEqual({ clientNames: 'INITIALS' });
    expect((await staff.put(`${base}/settings`, { clientNames: 'FULL' })).status).toBe(403);
    expect((await admin.put(`${base}/settings`, { clientNames: 'NONE' })).status).toBe(400);
    expect((await admin.put(`${base}/settings`, { clientNames: 'HIDDEN' })).status).toBe(200);
    expect((await staff.get(`${base}/settings`)).body).toEqual({ clientNames: 'HIDDEN' });
  });

  test('its events tell who connected what, and nobody’s address', async () => {
    const { staff, email, tenant } = await w.staffWithCalendar('a');
    await staff.post(`${base}/disconnect`);
    const events = await w.db.asTenant(
      tenant.tenantUuid,
      system,
      (tx) =>
        tx`select event_type, attributes, actor_id from events where event_type like 'calendar.%'`,
    );
    expect(events.map(({ eventType }) => String(eventType)).sort()).toEqual([
      'calendar.connected',
      'calendar.disconnected',
    ]);
    expect(JSON.stringify(events)).not.toContain(email);
  });
});

describe('tokens', () => {
  const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

  test('are encrypted at rest, each for its own row', async () => {
    const { tenant } = await w.staffWithCalendar('a');
    const [kept] = await tokensOf(tenant.tenantUuid);
    const { cipher } = w.services.calendar;
    const ref = { tenantUuid: tenant.tenantUuid, connectionUuid: kept?.connectionUuid ?? '' };
    const context = `calendar tokens ${ref.tenantUuid} ${ref.connectionUuid}`;
    const { accessToken } = JSON.parse(cipher.open(kept?.sealed ?? '', context));
    expect(kept?.sealed).not.toContain(accessToken);
    expect(() => cipher.open(kept?.sealed ?? '', context.replace(/.$/, 'x'))).toThrow();
    const damaged = `${kept?.sealed.slice(0, -4)}AAAA`;
    expect(() => cipher.open(damaged, context)).toThrow();
  });

  test('are sealed anew with the first key, while older ones still open them', async () => {
    const { tenant, staff, pull } = await w.staffWithCalendar('a');
    const [one, two] = [key('k1'), key('k2')];
    const { secretKeys } = w.config;
    const before = createTokenCipher({ secretKeys, keys: one });
    const after = createTokenCipher({ secretKeys, keys: `${two},${one}` });
    while ((await resealTokens(w.db, before)) > 0);
    expect((await tokensOf(tenant.tenantUuid))[0]?.keyId).toBe('k1');
    while ((await resealTokens(w.db, after)) > 0);
    const [kept] = await tokensOf(tenant.tenantUuid);
    expect(kept?.keyId).toBe('k2');
    const connectionUuid = kept?.connectionUuid ?? '';
    const { logger } = w.services;
    const store = createTokenStore({ db: w.db, cipher: after, logger });
    const source = store.source(settingsOf(w.config.calendar, 'PROVIDER_A'), {
      tenantUuid: tenant.tenantUuid,
      connectionUuid,
    });
    expect(await source.current()).toBeTruthy();
    expect(() => createTokenCipher({ secretKeys, keys: 'k1:short' })).toThrow(
      /CALENDAR_TOKEN_KEYS/,
    );
    // Back to the key of this world, without which its own worker could not go on.
    const rows = await tokensOf(tenant.tenantUuid);
    expect(rows.length).toBe(1);
    await w.db.asPlatform(async (tx) => {
      for (const { tenantUuid, connectionUuid: uuid, sealed } of await tx<
        Kept[]
      >`select * from calendar_tokens where key_id = 'k2'`) {
        const context = `calendar tokens ${tenantUuid} ${uuid}`;
        const { cipher } = w.services.calendar;
        await tx`
          update calendar_tokens set key_id = ${cipher.keyId}, sealed = ${cipher.seal(after.open(sealed, context), context)}
           where connection_uuid = ${uuid}`;
      }
    });
    expect((await pull()).status).toBe('CONNECTED');
    expect(staff.identity).toBeTruthy();
  });

  test('thirty at once that find the access token expired make one refresh', async () => {
    const { tenant, email, simulator } = await w.staffWithCalendar('b');
    const [kept] = await tokensOf(tenant.tenantUuid);
    const ref = { tenantUuid: tenant.tenantUuid, connectionUuid: kept?.connectionUuid ?? '' };
    const settings = settingsOf(w.config.calendar, 'PROVIDER_B');
    const { cipher } = w.services.calendar;
    const sources = Array.from({ length: 30 }, () =>
      createTokenStore({ db: w.db, cipher, logger: w.services.logger }).source(settings, ref),
    );
    const [old] = await Promise.all(sources.map((source) => source.current()));
    const refreshes = () =>
      simulator.requests.filter(
        (each) => each.operation === 'oauth.token' && each.account === email,
      ).length;
    const before = refreshes();
    const renewed = await Promise.all(sources.map((source) => source.renew(old ?? '')));
    expect(new Set(renewed).size).toBe(1);
    expect(renewed[0]).not.toBe(old);
    expect(refreshes() - before).toBeLessThanOrEqual(1);
  });
});

describe('Disconnecting a calendar of Google', () => {
  const revocations = (email: string) =>
    w.simulators.a.requests.filter(
      (each) => each.operation === 'oauth.revoke' && each.account === email,
    );
  const grantsOf = (email: string) =>
    [...w.simulators.a.state.grants.grants.values()].filter(({ account }) => account === email);

  test('stops its channel and then ends the grant there', async () => {
    const { staff, email, tenant, connection, simulator } = await w.staffWithCalendar('a');
    await expect.poll(async () => (await connection()).push.state, patience).toBe('OPEN');
    expect(grantsOf(email)).toHaveLength(1);
    await staff.post(`${base}/disconnect`);
    await expect.poll(() => grantsOf(email), patience).toEqual([]);
    expect(simulator.provider.channelsOf(email)).toEqual([]);
    await expect.poll(() => tokensOf(tenant.tenantUuid), patience).toEqual([]);
  });

  test('is tried again while it cannot be reached, and its tokens are kept until then', async () => {
    const { staff, email, tenant, simulator } = await w.staffWithCalendar('a');
    simulator.faults.add({ kind: 'fail-before', operation: 'oauth.revoke', times: 1 });
    await staff.post(`${base}/disconnect`);
    await expect
      .poll(async () => (await tokensOf(tenant.tenantUuid))[0]?.isPostponed, patience)
      .toBe(true);
    expect(grantsOf(email)).toHaveLength(1);
    const { tenantUuid } = tenant;
    await w.db.asTenant(
      tenantUuid,
      system,
      (tx) => tx`update calendar_tokens set revoke_at = now()`,
    );
    await expect.poll(() => grantsOf(email), patience).toEqual([]);
    await expect.poll(() => tokensOf(tenant.tenantUuid), patience).toEqual([]);
    expect(revocations(email).length).toBeLessThanOrEqual(2);
  });

  test('leaves the grant that another person’s connection to the account rests on', async () => {
    const { staff, email, tenant } = await w.staffWithCalendar('a');
    const other = await (await w.tenant()).as('TENANT_STAFF');
    await w.connect(other, 'a', email);
    await staff.post(`${base}/disconnect`);
    await expect.poll(() => tokensOf(tenant.tenantUuid), patience).toEqual([]);
    expect(grantsOf(email)).toHaveLength(2);
  });

  test('for a tenant that is removed for good ends its grants too', async () => {
    const { email, tenant } = await w.staffWithCalendar('a');
    const root = await w.systemAdmin();
    await root.post('/api/tenants/delete', { tenantUuid: tenant.tenantUuid });
    expect(grantsOf(email)).toEqual([]);
  });
});

test.each(['a', 'b'] as const)(
  'what changed on both sides while calendar %s was disconnected is merged when it comes back',
  async (kind) => {
    const { staff, person, create, until, read, path } = await w.staffWithCalendar(kind);
    const [one, two] = [await create({ title: 'One' }), await create({ title: 'Two' })];
    await until(one.meetingUuid, 'SYNCED');
    await until(two.meetingUuid, 'SYNCED');
    await staff.post(`${base}/disconnect`);
    const idOf = (title: string) => person.events().find((each) => each.title === title)?.id ?? '';
    person.change(idOf('One'), { location: 'There' });
    person.cancel(idOf('Two'));
    await staff.put(path(one.meetingUuid), { title: 'One, renamed' });
    expect((await read(one.meetingUuid)).externalSyncStatus).toBe('SYNCED');
    await w.connect(staff, kind);
    await expect
      .poll(async () => [person.events()[0], await read(one.meetingUuid)], patience)
      .toMatchObject([
        { title: 'One, renamed', location: 'There' },
        { title: 'One, renamed', locationDetail: 'There', externalSyncStatus: 'SYNCED' },
      ]);
    await expect.poll(async () => (await read(two.meetingUuid)).status, patience).toBe('CANCELED');
    expect(person.events().length).toBe(1);
  },
);

test('administrators see the connections of their firm’s people, and nobody else does', async () => {
  const { tenant, staff, connection } = await w.staffWithCalendar('a');
  const other = await w.staffWithCalendar('b', tenant);
  await expect.poll(async () => (await connection()).push.state, patience).toBe('OPEN');
  await other.staff.post(`${base}/disconnect`);
  const admin = await tenant.as('TENANT_ADMIN');
  const path = `${base}/connections`;
  await w.atRest(tenant.tenantUuid);
  const { status, body } = await admin.get(`${path}?sort=status,asc`);
  expect([status, body.totalElements]).toEqual([200, 2]);
  const { lastSyncedAt, push } = await connection();
  expect(body.content).toEqual([
    {
      staffUuid: staff.identity['x-user-id'],
      displayName: 'Ana Rojas',
      provider: 'PROVIDER_A',
      status: 'CONNECTED',
      lastSyncedAt,
      lastError: null,
      push,
    },
    expect.objectContaining({
      staffUuid: other.staff.identity['x-user-id'],
      provider: 'PROVIDER_B',
      status: 'DISCONNECTED',
    }),
  ]);
  expect((await admin.get(`${path}?size=1&page=1`)).body.content).toHaveLength(1);
  expect((await admin.get(`${path}?sort=email,asc`)).status).toBe(400);
  expect((await staff.get(path)).status).toBe(403);
  const stranger = await (await w.tenant()).as('TENANT_ADMIN');
  expect((await stranger.get(path)).body.content).toEqual([]);
});

test('the calendar of a staff member who is deleted is disconnected', async () => {
  const { tenant, staff, email, simulator, connection } = await w.staffWithCalendar('a');
  await expect.poll(async () => (await connection()).push.state, patience).toBe('OPEN');
  const staffUuidToDelete = staff.identity['x-user-id'] ?? '';
  const admin = await tenant.as('TENANT_ADMIN');
  const deleted = await admin.delete(`/api/tenant-staff/${staffUuidToDelete}`, {
    staffUuidToDelete,
  });
  expect(deleted.status).toBe(204);
  await w.services.calendar.sweep();
  await expect.poll(() => simulator.provider.channelsOf(email).length, patience).toBe(0);
  await expect.poll(() => tokensOf(tenant.tenantUuid), patience).toEqual([]);
});

describe('a grant', () => {
  test.each(eachProvider)(
    'that $provider revoked disconnects: meetings fail with AUTH_EXPIRED until it is connected again, and links stay',
    async ({ kind }) => {
      const { staff, email, person, simulator, create, until, read, path, connection } =
        await w.staffWithCalendar(kind);
      const { meetingUuid } = await create();
      await until(meetingUuid, 'SYNCED');
      simulator.revoke(email);
      simulator.expireAccessTokens(email);
      await staff.put(path(meetingUuid), { title: 'Moved on' });
      const lost = await until(meetingUuid, 'FAILED');
      expect(lost).toMatchObject({
        syncFailureCode: 'AUTH_EXPIRED',
        canRetrySync: false,
        externalSyncFailureVisibleToViewer: true,
      });
      expect(await connection()).toMatchObject({
        status: 'DISCONNECTED',
        lastError: 'AUTH_EXPIRED',
      });
      expect((await staff.post(`${path(meetingUuid)}/sync`)).status).toBe(409);
      await w.connect(staff, kind);
      await until(meetingUuid, 'SYNCED');
      expect((await read(meetingUuid)).syncFailureCode).toBeNull();
      await expect
        .poll(() => person.events().map(({ title }) => title), patience)
        .toEqual(['Moved on']);
    },
  );

  test.each([
    ['Google', 'a', 'invalid_grant'],
    ['Microsoft', 'b', 'interaction_required'],
    ['Microsoft', 'b', 'consent_required'],
    ['Microsoft', 'b', 'login_required'],
  ] as const)('that %s refuses to renew disconnects (%s, %s)', async (_name, kind, error) => {
    const { email, simulator, connection, create } = await w.staffWithCalendar(kind);
    simulator.expireAccessTokens(email);
    simulator.faults.add({ kind: 'invalid-grant', account: email, error });
    await create();
    await expect
      .poll(connection, patience)
      .toMatchObject({ status: 'DISCONNECTED', lastError: 'AUTH_EXPIRED' });
  });

  test.each(eachProvider)(
    'is not given up because $provider is out of order or refuses for a while',
    async ({ kind }) => {
      const { email, simulator, create, until, connection } = await w.staffWithCalendar(kind);
      simulator.expireAccessTokens(email);
      simulator.faults.add({ kind: 'fail-before', operation: 'oauth.token', times: 3 });
      const { meetingUuid } = await create();
      await until(meetingUuid, 'SYNCED');
      expect((await connection()).status).toBe('CONNECTED');
    },
  );
});

test('tidying up a calendar that was left cancels no meeting when it is connected again', async () => {
  const { staff, email, person, create, until, read, path, pull } = await w.staffWithCalendar('b');
  const { meetingUuid } = await create();
  await until(meetingUuid, 'SYNCED');
  const other = await w.connect(staff, 'a');
  await staff.put(path(meetingUuid), { title: 'Moved on' });
  await expect.poll(() => other.person.events().length, patience).toBe(1);
  await until(meetingUuid, 'SYNCED');
  person.cancel(person.events()[0]?.id ?? '');
  await w.connect(staff, 'b', email);
  const titles = () => person.events().map(({ title }) => title);
  await expect.poll(titles, patience).toEqual(['Moved on']);
  expect(await read(meetingUuid)).toMatchObject({ status: 'ACTIVE' });
  await pull();
  person.cancel(person.events()[0]?.id ?? '');
  await expect.poll(async () => (await read(meetingUuid)).status, patience).toBe('CANCELED');
});

test('removing a tenant for good stops its push channels, counts them, and leaves those of others', async () => {
  const one = await w.staffWithCalendar('a');
  const other = await w.staffWithCalendar('b');
  const openOf = ({ simulator, email }: typeof one) => simulator.provider.channelsOf(email).length;
  await expect.poll(() => [openOf(one), openOf(other)], patience).toEqual([1, 1]);
  await expect.poll(async () => (await one.connection()).push.state, patience).toBe('OPEN');
  const root = await w.systemAdmin();
  const { tenantUuid } = one.tenant;
  const { status, body } = await root.post('/api/tenants/delete', { tenantUuid });
  expect(status).toBe(200);
  expect(body.removed).toMatchObject({ calendarSubscriptions: 1, calendarConnections: 1 });
  expect([openOf(one), openOf(other)]).toEqual([0, 1]);
});

type Kept = {
  tenantUuid: string;
  connectionUuid: string;
  keyId: string;
  sealed: string;
  isPostponed: boolean;
};

function tokensOf(tenantUuid = '') {
  return w.db.asTenant(tenantUuid, system, async (tx) => [
    ...(await tx<Kept[]>`
      select tenant_uuid, connection_uuid, key_id, sealed, revoke_at > now() as is_postponed
        from calendar_tokens`),
  ]);
}
