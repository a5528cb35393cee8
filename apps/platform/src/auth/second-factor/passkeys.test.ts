import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../test-support/authenticator.ts';
import {
  addTotp,
  type Person,
  secondFactorWorld,
} from '../../../test-support/second-factor-world.ts';

const w = await secondFactorWorld();
const { person, login, finish, codeOf } = w;

const here = 'http://localhost:8080';
const mapped = `https://${randomUUID()}.example.com`;
const domain = { domain: new URL(mapped).hostname, active: true };
expect((await w.admin.post(`/api/tenants/${w.tenantUuid}/domains`, domain)).status).toBe(200);

const optionsOf = (caller: Person, origin = here) =>
  caller.post('/api/auth/me/passkeys/options', undefined, { origin });

/** Gives a person a passkey of a host, and answers the authenticator that holds it. */
async function addPasskey(caller: Person, origin = here, changes: object = {}) {
  const authenticator = createAuthenticator(origin);
  const { body: options } = await optionsOf(caller, origin);
  const response = authenticator.create(options, changes);
  const answer = await caller.post(
    '/api/auth/me/passkeys',
    { name: 'Laptop', response },
    { origin },
  );
  return { ...authenticator, answer, response };
}

const signInOptions = async (origin = here) =>
  (await w.anonymous.post('/api/auth/login/passkey/options', undefined, { origin })).body;
const signIn = (response: object, origin = here, more: object = {}) =>
  w.anonymous.post('/api/auth/login/passkey', { response, ...more }, { origin });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

describe('a passkey', () => {
  test('is made for the host of the page, listed and removed', async () => {
    const ana = await person();
    const { body: options } = await optionsOf(ana);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Andes Patrimonio' },
      user: { name: ana.email, displayName: 'Ana Rojas' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      excludeCredentials: [],
      attestation: 'none',
    });
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(
      ana.userUuid.replaceAll('-', ''),
    );
    const { answer, response } = await addPasskey(ana);
    expect(answer.status).toBe(201);
    const kept = {
      passkeyUuid: expect.any(String),
      name: 'Laptop',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      lastUsedAt: null,
    };
    expect(answer.body).toEqual(kept);
    expect((await ana.get('/api/auth/me/passkeys')).body).toEqual([kept]);
    expect((await optionsOf(ana)).body.excludeCredentials).toMatchObject([
      { id: response.id, type: 'public-key', transports: ['internal'] },
    ]);
    expect((await ana.get('/api/auth/me')).body.secondFactor).toEqual({
      totp: false,
      passkeys: 1,
      recoveryCodesLeft: 0,
    });
    const path = `/api/auth/me/passkeys/${answer.body.passkeyUuid}`;
    const bob = await person();
    expect((await bob.delete(path)).status).toBe(404);
    expect((await ana.delete(path)).status).toBe(204);
    expect((await ana.delete(path)).status).toBe(404);
    expect((await ana.get('/api/auth/me/passkeys')).body).toEqual([]);
    await expect.poll(() => w.mails.filter(({ to }) => to === ana.email).length).toBe(2);
  });

  test('is refused that answers another challenge, page, host or kind, and nothing is kept', async () => {
    const [ana, bob] = [await person(), await person()];
    const foreign = (await optionsOf(bob)).body.challenge;
    const refused = { 401: ['CHALLENGE_INVALID', 'WRONG_SECOND_FACTOR'] };
    for (const changes of [
      { challenge: foreign },
      { challenge: 'AAAA' },
      { challenge: (await signInOptions()).challenge },
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.get' },
    ]) {
      const { answer } = await addPasskey(ana, here, changes);
      expect(answer.status, JSON.stringify(changes)).toBe(401);
      expect(refused[401]).toContain(answer.body.code);
    }
    const { response } = await addPasskey(ana);
    const again = { name: 'Again', response };
    const replayed = await ana.post('/api/auth/me/passkeys', again, { origin: here });
    expect(outcome(replayed)).toEqual([401, 'CHALLENGE_INVALID']);
    const bad = await ana.post('/api/auth/me/passkeys', { name: '', response: {} });
    expect(bad.status).toBe(400);
    expect(bad.body.errors.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['name', 'response.id', 'response.response']),
    );
    expect((await ana.get('/api/auth/me/passkeys')).body).toHaveLength(1);
  });

  test('needs an own host with a name: an address is 409, another origin or none 403', async () => {
    const ana = await person();
    for (const [origin, expected] of [
      ['http://127.0.0.1:8080', [409, 'PASSKEYS_NEED_A_NAME']],
      ['http://[::1]:8080', [409, 'PASSKEYS_NEED_A_NAME']],
      ['http://localhost:9999', [403, 'ORIGIN_REFUSED']],
      ['https://evil.example', [403, 'ORIGIN_REFUSED']],
      ['null', [403, 'ORIGIN_REFUSED']],
    ] as const) {
      expect(outcome(await optionsOf(ana, origin)), origin).toEqual(expected);
      const asked = await w.anonymous.post('/api/auth/login/passkey/options', undefined, {
        origin,
      });
      expect(outcome(asked), origin).toEqual(expected);
    }
    expect(outcome(await ana.post('/api/auth/me/passkeys/options'))).toEqual([
      403,
      'ORIGIN_REFUSED',
    ]);
    const { answer } = await addPasskey(ana, mapped);
    expect(answer.status).toBe(201);
  });

  test('of a person are at most twenty', async () => {
    const ana = await person();
    const [{ answer }] = await Promise.all([addPasskey(ana), addPasskey(ana)]);
    expect(answer.status).toBe(201);
    await w.db.asPlatform(
      (tx) => tx`
      insert into passkeys (tenant_uuid, host_tenant_uuid, passkey_uuid, user_uuid, name, rp_id, credential_id, public_key, sign_count, transports)
      select tenant_uuid, host_tenant_uuid, gen_random_uuid(), user_uuid, name, rp_id, uuid_send(gen_random_uuid()), public_key, 0, '{}'
        from passkeys, generate_series(1, 9)
       where user_uuid = ${ana.userUuid}`,
    );
    expect(outcome((await addPasskey(ana)).answer)).toEqual([409, 'TOO_MANY_PASSKEYS']);
  });
});

describe('after the password', () => {
  test('a passkey of the page’s host is offered, and signs in once', async () => {
    const ana = await person();
    const { get, response } = await addPasskey(ana);
    const { body } = await login(ana, { origin: here });
    expect(body.methods).toEqual(['PASSKEY']);
    expect(body.passkeyOptions).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [{ id: response.id, type: 'public-key' }],
      userVerification: 'preferred',
    });
    const passkey = get(body.passkeyOptions, { verifiesUser: false });
    const { challenge } = body;
    const answer = await finish({ challenge, passkey }, { origin: here });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.user.userUuid).toBe(ana.userUuid);
    const [kept] = (await ana.get('/api/auth/me/passkeys')).body;
    expect(kept.lastUsedAt).not.toBeNull();
    const again = await finish({ challenge, passkey }, { origin: here });
    expect(outcome(again)).toEqual([401, 'CHALLENGE_INVALID']);
  });

  test('one of another host is neither offered nor taken', async () => {
    const ana = await person();
    const { get } = await addPasskey(ana, mapped);
    const totp = await addTotp(ana);
    for (const headers of [
      {},
      { origin: here },
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:8080' },
    ]) {
      const { body } = await login(ana, headers);
      expect(body.methods).toEqual(['TOTP', 'RECOVERY_CODE']);
      expect(body.passkeyOptions).toBeUndefined();
    }
    const { body } = await login(ana, { origin: mapped });
    expect(body.methods).toEqual(['TOTP', 'RECOVERY_CODE', 'PASSKEY']);
    const passkey = get(body.passkeyOptions);
    const proof = { challenge: body.challenge, passkey };
    expect(outcome(await finish(proof, { origin: here }))).toEqual([401, 'WRONG_SECOND_FACTOR']);
    expect(outcome(await finish(proof))).toEqual([403, 'ORIGIN_REFUSED']);
    expect((await finish(proof, { origin: mapped })).status).toBe(200);
    const { challenge } = (await login(ana)).body;
    expect((await finish({ challenge, code: codeOf(totp.secret, 1) })).status).toBe(200);
  });

  test('one of another person, another challenge or another page is wrong', async () => {
    const [ana, bob] = [await person(), await person()];
    const [{ get }, { get: foreign }] = [await addPasskey(ana), await addPasskey(bob)];
    const { challenge, passkeyOptions } = (await login(ana, { origin: here })).body;
    const other = (await login(ana, { origin: here })).body.passkeyOptions;
    for (const passkey of [
      foreign(passkeyOptions),
      get(other),
      get(passkeyOptions, { origin: 'https://evil.example' }),
      get(passkeyOptions, { rpId: 'evil.example' }),
    ])
      expect(outcome(await finish({ challenge, passkey }, { origin: here }))).toEqual([
        401,
        'WRONG_SECOND_FACTOR',
      ]);
    const right = { challenge, passkey: get(passkeyOptions) };
    expect((await finish(right, { origin: here })).status).toBe(200);
  });
});

describe('a passkey alone', () => {
  test('signs in as both factors, with the refresh token as a cookie when asked', async () => {
    const ana = await person();
    const { get } = await addPasskey(ana);
    await addTotp(ana);
    const options = await signInOptions();
    expect(options).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'required',
    });
    const { status, body } = await signIn(get(options));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ tokenType: 'Bearer', user: { userUuid: ana.userUuid } });
    const byCookie = await signIn(get(await signInOptions()), here, { cookie: true });
    expect(byCookie.body.refreshToken).toBeUndefined();
    expect(String(byCookie.headers['set-cookie'])).toMatch(/refresh=.*HttpOnly/);
  });

  test('is refused unless it verified its user, grew its count and answers our challenge once', async () => {
    const ana = await person();
    const { get } = await addPasskey(ana);
    const right = get(await signInOptions());
    const many = await Promise.all(Array.from({ length: 5 }, () => signIn(right)));
    expect(many.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const wrong = [401, 'WRONG_SECOND_FACTOR'];
    expect(outcome(await signIn(get(await signInOptions(), { verifiesUser: false })))).toEqual(
      wrong,
    );
    expect(outcome(await signIn(get(await signInOptions(), { signCount: 1 })))).toEqual(wrong);
    expect(outcome(await signIn(get(await signInOptions(), { origin: mapped })))).toEqual(wrong);
    const forged = get(await signInOptions());
    forged.response.signature = get(await signInOptions()).response.signature;
    expect(outcome(await signIn(forged))).toEqual(wrong);
    const handle = get(await signInOptions());
    handle.response.userHandle = Buffer.alloc(16).toString('base64url');
    expect(outcome(await signIn(handle))).toEqual(wrong);

    const unknown = createAuthenticator(here);
    const options = await signInOptions();
    unknown.create({ ...options, rp: { id: 'localhost' } });
    expect(outcome(await signIn(unknown.get(options)))).toEqual(wrong);

    const late = [401, 'CHALLENGE_INVALID'];
    const other = { ...options, challenge: (await optionsOf(ana)).body.challenge };
    expect(outcome(await signIn(get(other)))).toEqual(late);
    const elsewhere = { ...options, challenge: (await signInOptions(mapped)).challenge };
    expect(outcome(await signIn(get(elsewhere)))).toEqual(late);
    expect((await signIn(get(await signInOptions()))).status).toBe(200);
  });

  test('without a count is still taken once for each challenge', async () => {
    const ana = await person();
    const { get } = await addPasskey(ana);
    const response = get(await signInOptions(), { signCount: 0 });
    expect((await signIn(response)).status).toBe(200);
    expect(outcome(await signIn(response))).toEqual([401, 'CHALLENGE_INVALID']);
  });

  test('of a person who is not active is refused as at a login', async () => {
    const ana = await person();
    const { get } = await addPasskey(ana);
    await w.db.asPlatform(
      (tx) => tx`update accounts set is_active = false where user_uuid = ${ana.userUuid}`,
    );
    expect(outcome(await signIn(get(await signInOptions())))).toEqual([403, 'USER_INACTIVE']);
  });
});
