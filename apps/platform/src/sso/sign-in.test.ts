import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../test-support/cookie-browser.ts';
import { startIdentityProvider } from '../../test-support/identity-provider.ts';
import { ssoHost, ssoWorld } from '../../test-support/sso-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const provider = await startIdentityProvider();
const { firm, begin, signIn, refresh, callerOf } = ssoWorld(w, provider);
const andes = await firm();
afterAll(provider.stop);
afterEach(() => {
  provider.state.alg = 'RS256';
  provider.state.keyName = 'first';
  provider.state.instead.clear();
  provider.state.metadata = {};
});

const seconds = () => Math.floor(Date.now() / 1_000);
const trailOf = async (tenantUuid: string, eventType: string) =>
  w.db.asPlatform(
    (tx) => tx<{ attributes: Record<string, string>; address: string }[]>`
      select e.attributes, o.address from events e left join event_origins o using (tenant_uuid, event_uuid)
       where e.tenant_uuid = ${tenantUuid} and e.event_type = ${eventType} order by e.event_uuid`,
  );

describe('The beginning of a sign-in', () => {
  test('sends the browser to the provider of the e-mail’s domain, whoever the account is', async () => {
    const { email } = await andes.member();
    const browser = createBrowser(w.app);
    const start = (body: object) => browser.post(`${ssoHost}/api/auth/sso/start`, body);
    const { status, body } = await start({ email: email.toUpperCase() });
    expect([status, body.signIn]).toEqual([200, 'ANY']);
    const url = new URL(body.url);
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/authorize`);
    const params = Object.fromEntries(url.searchParams);
    expect(params).toMatchObject({
      client_id: `client-${andes.domain}`,
      response_type: 'code',
      redirect_uri: `${ssoHost}/api/auth/sso/callback`,
      scope: 'openid email profile offline_access',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(params[name]?.length).toBeGreaterThan(40);
    expect(browser.setCookies()).toEqual([
      expect.stringMatching(/^sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const nobody = await start({ email: `nobody@${andes.domain}` });
    expect(new URL(nobody.body.url).origin).toBe(provider.issuer);
    const byCode = await start({ tenantCode: andes.code.toLowerCase() });
    expect(new URL(byCode.body.url).searchParams.get('client_id')).toBe(params.client_id);
    for (const other of [
      { email: 'a@nowhere.example' },
      { email: 'no address' },
      { tenantCode: 'X' },
    ])
      expect((await start(other)).body).toEqual({ url: null, signIn: 'ANY' });
    expect((await start({})).body.errors[0].field).toBe('email');
    expect((await start({ email: 7 })).status).toBe(400);
  });

  test('is none where the connection is off, and at another firm’s host', async () => {
    const off = await firm({ isActive: false });
    expect((await begin(off.address())).url).toBe('null');
    const other = await firm();
    const host = `${randomUUID().slice(0, 8)}.localhost`;
    await other.admin.post(`/api/tenants/${other.tenantUuid}/domains`, { domain: host });
    const at = `http://${host}:8080`;
    expect((await begin(andes.address(), createBrowser(w.app), at)).url).toBe('null');
    const { url } = await begin(other.address(), createBrowser(w.app), at);
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${at}/api/auth/sso/callback`);
    expect((await other.admin.get(other.path)).body.redirectUris).toContain(
      `${at}/api/auth/sso/callback`,
    );
    const { claims } = await other.member();
    const signed = await signIn(claims, {}, createBrowser(w.app), at);
    expect(signed.location).toBe('/#signed-in');
    expect((await refresh(signed.browser, at)).status).toBe(200);
  });
});

describe('A sign-in at the provider', () => {
  test('begins a session by cookie for the staff member of the e-mail, and is told in the trail', async () => {
    const { email, claims, userUuid } = await andes.member();
    const { browser, status, location } = await signIn({ ...claims, email: email.toUpperCase() });
    expect([status, location]).toEqual([302, '/#signed-in']);
    expect(browser.setCookies().at(-1)).toMatch(
      /^refresh=[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const { body } = await refresh(browser);
    expect(body.user).toMatchObject({ userUuid, email, tenantUuid: andes.tenantUuid });
    const [told] = (await trailOf(andes.tenantUuid, 'login.success')).slice(-1);
    expect(told).toEqual({
      attributes: { userType: 'TENANT_STAFF', first: 'true', via: 'SSO' },
      address: '127.0.0.1',
    });
  });

  test.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('is taken signed by %s', async (alg) => {
    provider.state.alg = alg;
    const { claims } = await andes.member();
    const at_hash = alg === 'EdDSA' ? { at_hash: undefined } : {};
    expect((await signIn({ ...claims, ...at_hash })).location).toBe('/#signed-in');
  });

  test('at Google is for the customer whose domain the firm has proved', async () => {
    const customer = await firm();
    const google = 'https://accounts.google.com';
    // Its one issuer signs for all customers; its addresses lead to the provider of these tests.
    await w.db.asPlatform(
      (tx) => tx`
        update sso_connections set issuer = ${google},
               metadata = metadata || ${tx.json({ issuer: google })}
         where tenant_uuid = ${customer.tenantUuid}`,
    );
    const comeFor = async (hosted?: string) => {
      const { claims } = await customer.member();
      const told = { ...claims, iss: google, ...(hosted === undefined ? {} : { hd: hosted }) };
      const { url } = await begin(String(claims.email));
      const params = new URL(url).searchParams;
      expect(params.get('hd')).toBe(customer.domain);
      expect([params.get('scope'), params.get('access_type')]).toEqual([
        'openid email profile',
        'offline',
      ]);
      return (await signIn(told, { brought: { iss: google } })).location;
    };
    expect(await comeFor(customer.domain.toUpperCase())).toBe('/#signed-in');
    for (const hosted of ['other.example', andes.domain, '', undefined])
      expect(await comeFor(hosted)).toBe('/sign-in?error=SSO_EMAIL_DOMAIN');
  });

  test('knows the person by the subject from then on, whatever the e-mail is', async () => {
    const { claims, userUuid } = await andes.member();
    await signIn(claims);
    const renamed = { ...claims, email: andes.address() };
    expect((await callerOf(renamed)).user.userUuid).toBe(userUuid);
    const outside = { ...claims, email: 'x@elsewhere.example' };
    const { url, browser } = await begin(String(claims.email));
    const back = provider.authorize(url, { claims: outside });
    expect((await browser.get(back)).location).toBe('/sign-in?error=SSO_EMAIL_DOMAIN');
    // Nobody else comes in by the address of somebody who is known by another subject.
    const second = await signIn({ sub: randomUUID(), email: claims.email });
    expect(second.error).toBe('SSO_NO_ACCOUNT');
  });

  test('is for the firm’s own staff: no client, no partner staff, nobody of another firm', async () => {
    const other = await firm();
    const client = await andes.as('CLIENT');
    const partnerUuid = (await andes.admin.post('/api/partners', { name: 'Partner' })).body
      .partnerUuid;
    const ofPartner = await andes.member({ partnerUuid });
    const email = andes.address();
    await w.db.asPlatform(async (tx) => {
      const userUuid = client.identity['x-user-id'] ?? '';
      await tx`update accounts set email = ${email} where user_uuid = ${userUuid}`;
      await tx`update login_emails set email_folded = ${email} where user_uuid = ${userUuid}`;
    });
    const foreign = andes.address();
    await other.staff({ userEmail: foreign, email: foreign });
    for (const address of [email, ofPartner.email, foreign, andes.address()])
      expect((await signIn({ sub: randomUUID(), email: address })).error).toBe('SSO_NO_ACCOUNT');
    await andes.admin.put(andes.path, { createStaff: true });
    for (const address of [email, ofPartner.email, foreign])
      expect((await signIn({ sub: randomUUID(), email: address })).error).toBe('SSO_NO_ACCOUNT');
    await andes.admin.put(andes.path, { createStaff: false });
  });

  test('tells two firms with one issuer apart', async () => {
    const [one, two] = [await firm(), await firm()];
    const [first, second] = [await one.member(), await two.member()];
    const sub = randomUUID();
    expect((await callerOf({ ...first.claims, sub })).user.userUuid).toBe(first.userUuid);
    expect((await callerOf({ ...second.claims, sub })).user.userUuid).toBe(second.userUuid);
    const { url, browser } = await begin(first.email);
    const back = provider.authorize(url, {
      claims: { ...second.claims, aud: `client-${one.domain}` },
    });
    expect((await browser.get(back)).location).toBe('/sign-in?error=SSO_EMAIL_DOMAIN');
  });

  test('lets in nobody who is switched off or deleted, and makes nobody again', async () => {
    const { claims, userUuid } = await andes.member();
    await signIn(claims);
    const off = (isActive: boolean) =>
      andes.admin.put(`/api/tenant-staff/${userUuid}`, { isActive });
    await off(false);
    expect((await signIn(claims)).error).toBe('USER_INACTIVE');
    const unlinked = await andes.member({ isActive: false });
    expect((await signIn(unlinked.claims)).error).toBe('USER_INACTIVE');
    await off(true);
    expect((await signIn(claims)).location).toBe('/#signed-in');
    await andes.admin.put(andes.path, { createStaff: true });
    const deletion = { staffUuidToDelete: userUuid };
    expect((await andes.admin.delete(`/api/tenant-staff/${userUuid}`, deletion)).status).toBe(204);
    expect((await signIn(claims)).error).toBe('SSO_NO_ACCOUNT');
    await andes.admin.put(andes.path, { createStaff: false });
  });

  test('takes the e-mail of userinfo where the token has none, and no address that is not verified', async () => {
    const { email, claims } = await andes.member();
    const { sub } = claims;
    const bring = async (told: object, userinfo?: object) => {
      const { url, browser } = await begin(email);
      const answer = { claims: { sub, ...told }, ...(userinfo ? { userinfo } : {}) };
      const { location } = await browser.get(provider.authorize(url, answer));
      return location;
    };
    const refused = (code: string) => `/sign-in?error=${code}`;
    expect(await bring({})).toBe(refused('SSO_ANSWER_INVALID'));
    expect(await bring({}, {})).toBe(refused('SSO_EMAIL_MISSING'));
    expect(await bring({}, { email, sub: 'another' })).toBe(refused('SSO_ANSWER_INVALID'));
    for (const email_verified of [false, 'false', 'False'])
      for (const [told, info] of [
        [{ email, email_verified }, undefined],
        [{}, { email, email_verified }],
      ])
        expect(await bring(told ?? {}, info)).toBe(refused('SSO_EMAIL_UNVERIFIED'));
    expect(await bring({ email, xms_edov: '0' })).toBe(refused('SSO_EMAIL_UNVERIFIED'));
    expect(await bring({}, { email, email_verified: true })).toBe('/#signed-in');
    expect(await bring({ email, email_verified: 'true' })).toBe('/#signed-in');
  });
});

describe('An answer that is not right', () => {
  const wrongs: [string, (claims: object) => object][] = [
    ['issuer', () => ({ iss: 'https://other.example' })],
    ['audience', () => ({ aud: 'another client' })],
    ['audience among others', () => ({ aud: [`client-${andes.domain}`, 'b'] })],
    ['authorized party', () => ({ azp: 'another client' })],
    ['nonce', () => ({ nonce: 'of another sign-in' })],
    ['hash of the access token', () => ({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' })],
    ['time, expired', () => ({ exp: seconds() - 125 })],
    ['time, not yet', () => ({ iat: seconds() + 180 })],
    ['start', () => ({ nbf: seconds() + 180 })],
    ['subject', () => ({ sub: '' })],
  ];

  test.each(wrongs)('in its %s signs nobody in', async (_what, wrong) => {
    const { claims } = await andes.member();
    const { error } = await signIn({ ...claims, ...wrong(claims) });
    expect(error).toBe('SSO_ANSWER_INVALID');
  });

  test('by two minutes of the clock is taken', async () => {
    const { claims } = await andes.member();
    for (const times of [{ iat: seconds() + 100 }, { iat: seconds() - 400, exp: seconds() - 100 }])
      expect((await signIn({ ...claims, ...times })).location).toBe('/#signed-in');
  });

  test('in its signature signs nobody in', async () => {
    const { claims } = await andes.member();
    const secret = new TextEncoder().encode('secret of the client');
    const forgeries: ((token: object) => Promise<string>)[] = [
      async (token) => new UnsecuredJWT({ ...token }).encode(),
      (token) => new SignJWT({ ...token }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      async (token) => `${(await provider.sign({ ...token })).slice(0, -8)}AAAAAAAA`,
      async (token) => {
        const [head, , tail] = (await provider.sign({ ...token })).split('.');
        const body = Buffer.from(JSON.stringify({ ...token, name: 'Else' })).toString('base64url');
        return [head, body, tail].join('.');
      },
      async (token) => {
        provider.state.keyName = 'of somebody else';
        const signed = await provider.sign({ ...token }, { kid: 'RS256 first' });
        provider.state.keyName = 'first';
        return signed;
      },
      (token) => provider.sign({ ...token }, { kid: 'unknown' }),
      async () => 'no token',
    ];
    for (const idToken of forgeries)
      expect((await signIn(claims, { idToken })).error).toBe('SSO_ANSWER_INVALID');
  });

  test('is told of another provider, is doubled or refused, and signs nobody in', async () => {
    const { claims } = await andes.member();
    const brought = [
      [{ iss: 'https://mixed-up.example' }, 'SSO_ANSWER_INVALID'],
      [
        { error: 'access_denied', error_description: '<b>words</b>', code: undefined },
        'SSO_PROVIDER_REFUSED',
      ],
      [{ code: undefined }, 'SSO_ANSWER_INVALID'],
      [{ code: 'unknown' }, 'SSO_ANSWER_INVALID'],
      [{ state: 'unknown' }, 'SSO_STATE_INVALID'],
      [{ state: undefined }, 'SSO_STATE_INVALID'],
    ] as const;
    for (const [change, code] of brought) {
      const { location } = await signIn(claims, { brought: change });
      expect([change, location]).toEqual([change, `/sign-in?error=${code}`]);
    }
    const before = await trailOf(andes.tenantUuid, 'login.failure');
    expect(before.slice(-3).map(({ attributes }) => attributes.via)).toEqual(['SSO', 'SSO', 'SSO']);
    expect(before.at(-1)?.address).toBe('127.0.0.1');
  });

  test('is taken once, in the browser that began, within ten minutes', async () => {
    const { email, claims } = await andes.member();
    const { url, browser } = await begin(email);
    const back = provider.authorize(url, { claims });
    const elsewhere = createBrowser(w.app);
    const { setCookies, ...rest } = elsewhere;
    expect((await rest.get(back)).location).toBe('/sign-in?error=SSO_STATE_INVALID');
    expect(setCookies()).toEqual([]);
    expect((await browser.get(back)).location).toBe('/#signed-in');
    expect((await browser.get(back)).location).toBe('/sign-in?error=SSO_STATE_INVALID');
    const again = new URL(provider.authorize(url, { claims }));
    expect((await browser.get(again.href)).location).toBe('/sign-in?error=SSO_STATE_INVALID');
    const { states } = w.services.sso;
    const late = await begin(email, browser);
    const params = new URL(late.url).searchParams;
    const begun = states.open(params.get('state') ?? '');
    const old = begun && states.seal({ ...begun, startedAt: begun.startedAt - 601_000 });
    const after = new URL(provider.authorize(late.url, { claims }));
    after.searchParams.set('state', old ?? '');
    expect((await browser.get(after.href)).location).toBe('/sign-in?error=SSO_STATE_INVALID');
  });

  test('at another host leads to the one where it began', async () => {
    const { email, claims } = await andes.member();
    const { url, browser } = await begin(email);
    const back = provider.authorize(url, { claims }).replace('//localhost', '//127.0.0.1');
    expect((await browser.get(back)).location).toBe(`${ssoHost}/sign-in?error=SSO_STATE_INVALID`);
  });

  test('of a connection that was changed meanwhile signs nobody in, and whom the old one knew is forgotten', async () => {
    const changed = await firm();
    const { email, claims, userUuid } = await changed.member();
    expect((await callerOf(claims)).user.userUuid).toBe(userUuid);
    const { url, browser } = await begin(email);
    const back = provider.authorize(url, { claims });
    await changed.admin.put(changed.path, { clientId: 'another' });
    expect((await browser.get(back)).location).toBe('/sign-in?error=SSO_STATE_INVALID');
    const anew = await callerOf({ sub: randomUUID(), email });
    expect(anew.user.userUuid).toBe(userUuid);
  });

  test('that does not come, or in pieces, says that the provider is away', async () => {
    const { claims } = await andes.member();
    for (const path of ['/token', '/jwks']) {
      provider.state.instead.set(path, { status: 503 });
      expect((await signIn(claims)).error).toBe('SSO_PROVIDER_AWAY');
      provider.state.instead.set(path, { status: 302, headers: { location: '/elsewhere' } });
      expect((await signIn(claims)).error).toBe('SSO_ANSWER_INVALID');
      provider.state.instead.clear();
    }
    expect((await signIn(claims)).location).toBe('/#signed-in');
  });

  test('by new keys is right at once', async () => {
    const { claims } = await andes.member();
    expect((await signIn(claims)).location).toBe('/#signed-in');
    provider.state.keyName = 'rotated';
    expect((await signIn(claims)).location).toBe('/#signed-in');
  });
});
