import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { ageProof } from '../../../test-support/age-proof.ts';
import type { Client } from '../../../test-support/client.ts';
import { askToken, machine } from '../../../test-support/machine.ts';
import { addTotp } from '../../../test-support/second-factor-world.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';
import { system } from '../../database/principal.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;

beforeAll(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
});

const path = '/api/auth/authorize';
const redirectUri = 'http://127.0.0.1:49152/callback';

function asked() {
  const verifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const body = { clientId: 'atrium-cli', redirectUri, state: 'a b&c', codeChallengeMethod: 'S256' };
  return { verifier, body: { ...body, codeChallenge } };
}

/** Lets the command line in, and returns what it sends for its tokens. */
async function allowed(person: Client = admin) {
  const { verifier, body } = asked();
  const { status, body: answer } = await person.post(path, body);
  expect([status, answer.errors]).toEqual([200, undefined]);
  const code = new URL(answer.redirectTo).searchParams.get('code') ?? '';
  return {
    redirectTo: answer.redirectTo as string,
    form: {
      grant_type: 'authorization_code',
      client_id: 'atrium-cli',
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    },
  };
}

const bearer = (token: string) => w.anonymous.with({ authorization: `Bearer ${token}` });
const me = (token: string) => bearer(token).get('/api/auth/me');
const renewal = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token });
const invalidGrant = [400, 'invalid_grant'];
const outcome = async (form: Record<string, string>) => {
  const { status, body } = await askToken(w, form);
  return [status, body.error];
};

test('who allows it has the command line signed in, which goes on by refresh tokens', async () => {
  const { redirectTo, form } = await allowed();
  const { origin, pathname, searchParams } = new URL(redirectTo);
  expect([`${origin}${pathname}`, searchParams.get('state')]).toEqual([redirectUri, 'a b&c']);
  const { status, body, headers } = await askToken(w, form, { 'user-agent': 'atrium-cli/1' });
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 900,
    refresh_token: expect.any(String),
    scope: 'TENANT_ADMIN',
  });
  const own = (await admin.get('/api/auth/me')).body;
  const { body: his } = await me(body.access_token);
  expect(his).toMatchObject({ userUuid: own.userUuid, tenantUuid: own.tenantUuid });
  expect(his.sessionUuid).not.toBe(own.sessionUuid);
  const listed = await admin.get('/api/auth/sessions');
  expect(listed.body).toContainEqual(expect.objectContaining({ userAgent: 'atrium-cli/1' }));

  const next = await askToken(w, { ...renewal(body.refresh_token), client_id: 'atrium-cli' });
  expect([next.status, Object.keys(next.body).sort()]).toEqual([200, Object.keys(body).sort()]);
  expect((await me(next.body.access_token)).status).toBe(200);
  // A refresh token that comes twice is in two hands.
  expect(await outcome(renewal(body.refresh_token))).toEqual(invalidGrant);
  expect((await me(next.body.access_token)).status).toBe(401);
});

test('a code is taken once, and one that comes again ends what began by it', async () => {
  const { form } = await allowed();
  const answers = await Promise.all([askToken(w, form), askToken(w, form)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const token = answers.find(({ status }) => status === 200)?.body.access_token;
  expect((await me(token)).status).toBe(401);
});

test('a code is of no use to another program, late, or once its session has ended', async () => {
  const { form } = await allowed();
  const others: Record<string, string>[] = [
    { ...form, code_verifier: randomBytes(32).toString('base64url') },
    { ...form, code_verifier: form.code_verifier.slice(1) },
    { ...form, redirect_uri: `${redirectUri}/` },
    { ...form, code: randomBytes(32).toString('base64url') },
    renewal(form.code),
  ];
  for (const each of others)
    expect(await outcome(each), JSON.stringify(each)).toEqual(invalidGrant);
  const { code_verifier: _, ...without } = form;
  expect(await outcome(without)).toEqual([400, 'invalid_request']);
  expect(await outcome({ ...form, client_id: 'another' })).toEqual([401, 'invalid_client']);
  expect(await outcome({ ...form, code_verifier: 'a\0' })).toEqual(invalidGrant);

  await w.db.asPlatform(
    (tx) => tx`
      update authorization_codes set expires_at = now()
       where code_hash = ${createHash('sha256').update(form.code).digest()}`,
  );
  expect(await outcome(form)).toEqual(invalidGrant);

  const person = await tenant.as('TENANT_STAFF');
  const ended = await allowed(person);
  await person.post('/api/auth/logout', {});
  expect(await outcome(ended.form)).toEqual(invalidGrant);
});

test('a code goes to the own machine and to the program that is known, and to nobody else', async () => {
  const { body } = asked();
  const wrong: [string, unknown[]][] = [
    [
      'redirectUri',
      [
        'https://evil.example/callback',
        'http://evil.example:1234/callback',
        'http://localhost:1234/callback',
        'http://[::1]:1234/callback',
        'https://127.0.0.1:1234/callback',
        'http://127.0.0.1/callback',
        'http://127.0.0.1:1234',
        'http://127.0.0.1:0/callback',
        'http://127.0.0.1:65536/callback',
        'http://127.0.0.1:1234@evil.example/callback',
        'http://127.0.0.1:1234.evil.example/callback',
        'http://127.0.0.1.evil.example:1234/callback',
        'http://127.0.0.1:1234\\@evil.example/',
        'http://127.0.0.1:1234/callback?next=https://evil.example',
        'http://127.0.0.1:1234/callback#',
        'http://127.0.0.1:1234/callback\n',
        ' http://127.0.0.1:1234/callback',
        'http://2130706433:1234/callback',
        'javascript:alert(1)//127.0.0.1:1234/',
        `http://127.0.0.1:1234/${'a'.repeat(200)}`,
        undefined,
      ],
    ],
    ['clientId', ['another', '', undefined]],
    ['codeChallengeMethod', ['plain', undefined]],
    ['codeChallenge', ['short', `${body.codeChallenge}=`, undefined]],
    ['state', ['', 'x'.repeat(501), undefined]],
  ];
  for (const [field, values] of wrong)
    for (const value of values) {
      const answer = await admin.post(path, { ...body, [field]: value });
      expect([answer.status, answer.body.errors?.[0]?.field], `${field} ${value}`).toEqual([
        400,
        field,
      ]);
    }
  for (const page of [
    '/authorize',
    '/authorize?client_id=atrium-cli&redirect_uri=https://evil.example/',
    `/authorize?client_id=another&redirect_uri=${redirectUri}`,
  ]) {
    const { status, headers } = await w.anonymous.get(page, { accept: 'text/html' });
    expect([400, 503], page).toContain(status);
    expect(headers.location).toBeUndefined();
  }
});

test('a program allows none, and neither does anybody without a session', async () => {
  const { body } = asked();
  const { client } = await machine(w, admin);
  expect((await client.post(path, body)).status).toBe(403);
  const { body: token } = await admin.post('/api/auth/me/tokens', {
    name: 'Mine',
    scopes: ['contacts:read'],
  });
  expect((await bearer(token.token).post(path, body)).status).toBe(403);
  expect((await w.anonymous.post(path, body)).status).toBe(401);
});

test('the session that begins proves nobody anew and lasts no longer than the sign-in', async () => {
  const person = await tenant.as('TENANT_ADMIN');
  const { sessionUuid } = (await person.get('/api/auth/me')).body;
  await w.db.asPlatform(
    (tx) => tx`
      update sessions set created_at = created_at - interval '1 day', proved_at = now() - interval '9 minutes'
       where session_uuid = ${sessionUuid}`,
  );
  const { body } = await askToken(w, (await allowed(person)).form);
  const begun = (await me(body.access_token)).body.sessionUuid;
  const [{ isSame } = {}] = await w.db.asPlatform(
    (tx) => tx<{ isSame: boolean }[]>`
      select count(distinct (created_at, proved_at)) = 1 and count(*) = 2 as is_same
        from sessions where session_uuid = any(${[sessionUuid, begun]}::uuid[])`,
  );
  expect(isSame).toBe(true);
  const addresses = await w.db.asPlatform(
    (tx) => tx`select from known_addresses where user_uuid = ${person.identity['x-user-id'] ?? ''}`,
  );
  expect(addresses).toHaveLength(0);

  await ageProof(w, person.identity['x-user-id'] ?? '');
  for (const by of [person, bearer(body.access_token)]) {
    const refused = await by.post(path, asked().body);
    expect([refused.status, refused.body.code]).toEqual([403, 'PROOF_REQUIRED']);
  }
});

test('who lacks the second factor that the firm requires lacks it in the session that begins, too', async () => {
  const firm = await w.tenant();
  const [head, person] = [await firm.as('TENANT_ADMIN'), await firm.as('TENANT_ADMIN')];
  await addTotp(head);
  const security = `/api/tenants/${firm.tenantUuid}/security`;
  expect((await head.put(security, { secondFactor: 'REQUIRED' })).status).toBe(200);
  const { body } = await askToken(w, (await allowed(person)).form);
  expect((await me(body.access_token)).status).toBe(200);
  const begun = person.with({ authorization: `Bearer ${body.access_token}` });
  const { status, body: refused } = await begun.get('/api/contacts');
  expect([status, refused.code]).toEqual([403, 'SECOND_FACTOR_SETUP_REQUIRED']);
});

test('a session that goes on from one at the firm’s provider is of the provider too, and ends within a day', async () => {
  const person = await tenant.as('TENANT_STAFF');
  const { sessionUuid } = (await person.get('/api/auth/me')).body;
  const { tenantUuid } = tenant;
  const connectionUuid = randomUUID();
  await w.db.asTenant(tenantUuid, system, async (tx) => {
    await tx`insert into sso_connections ${tx({ tenantUuid, connectionUuid })}`;
    await tx`insert into sso_sessions ${tx({ tenantUuid, sessionUuid, connectionUuid, sealedRefreshToken: 'sealed' })}`;
  });
  const { body } = await askToken(w, (await allowed(person)).form);
  const begun = (await me(body.access_token)).body.sessionUuid;
  const rows = await w.db.asPlatform(
    (tx) => tx`
      select o.connection_uuid, o.sealed_refresh_token, s.expires_at < now() + interval '1 day' as soon
        from sso_sessions o join sessions s using (tenant_uuid, session_uuid)
       where session_uuid = ${begun}`,
  );
  expect([...rows]).toEqual([{ connectionUuid, sealedRefreshToken: null, soon: true }]);
});

test('a deactivated person has no more of it', async () => {
  const input = { ...staffInput(tenant.tenantUuid), tenantUuid: tenant.tenantUuid };
  const { body: member } = await admin.post('/api/tenant-staff', input);
  const { userEmail: email, password } = input;
  const signedIn = await w.anonymous.post('/api/auth/login', { email, password });
  const { form } = await allowed(bearer(signedIn.body.accessToken));
  const { body } = await askToken(w, form);
  await admin.put(`/api/tenant-staff/${member.tenantStaffUuid}`, { isActive: false });
  expect((await me(body.access_token)).status).toBeOneOf([401, 403]);
  expect((await askToken(w, renewal(body.refresh_token))).status).toBeOneOf([400, 403]);
});
