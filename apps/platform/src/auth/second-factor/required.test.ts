import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../test-support/authenticator.ts';
import type { Answer } from '../../../test-support/client.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import {
  addTotp,
  type Person,
  secondFactorWorld,
} from '../../../test-support/second-factor-world.ts';

const w = await secondFactorWorld();
const { person, login, finish, codeOf } = w;
const here = 'http://localhost:8080';

const require = async (secondFactor: 'REQUIRED' | 'OPTIONAL') => {
  const policy = await w.admin.put(`/api/tenants/${w.tenantUuid}/security`, { secondFactor });
  expect(policy.status, JSON.stringify(policy.body)).toBe(200);
};
const stateOf = async (caller: Pick<Person, 'get'>) => {
  const { status, body } = await caller.get('/api/contacts');
  return status === 200 ? 200 : [status, body.code];
};
const refused = [403, 'SECOND_FACTOR_SETUP_REQUIRED'];
const mailsTo = (email: string) => w.mails.filter(({ to }) => to === email).length;

/** Signs a person in anew, by whatever it takes. */
async function again(caller: Person, proof: object = {}) {
  const { body } = await login(caller);
  const tokens = body.challenge
    ? await finish({ challenge: body.challenge, ...proof })
    : { body, status: 200 };
  expect(tokens.status).toBe(200);
  return caller.with({ authorization: `Bearer ${tokens.body.accessToken}` });
}

describe('where the tenant requires a second factor', () => {
  test('who has none only sees to the sign-in, until one is set up, at once and everywhere', async () => {
    const [ana, bob] = [await person(), await person({ totp: true })];
    await addTotp(w.admin);
    expect(await stateOf(ana)).toBe(200);
    await require('REQUIRED');
    expect(await stateOf(bob)).toBe(200);
    expect(await stateOf(ana)).toEqual(refused);
    expect(await stateOf(await again(ana))).toEqual(refused);
    const asked = { eventType: 'x', aggregations: [{ function: 'COUNT' }], timeRange: {} };
    expect((await ana.post('/api/analytics/query', asked)).body.code).toBe(refused[1]);
    expect((await ana.get('/api/auth/me')).status).toBe(200);
    expect((await ana.get('/api/auth/me/passkeys')).status).toBe(200);
    const unfit: Promise<Answer>[] = [
      ana.post('/api/contacts', { firstName: 7 }),
      ana.post('/api/contacts', '{', { 'content-type': 'application/json' }),
      ana.post('/api/contacts', 'x', { 'content-type': 'text/plain' }),
      ana.post('/api/v2/contacts', { size: -1 }),
      ana.get('/api/contacts?page=x'),
      ana.get('/api/contacts/nobody'),
      ana.get('/api/audit'),
      ana.post('/api/v1/calendar/connect/nobody', {}),
      ana.post('/api/contacts/import', 'x', { 'content-type': 'text/csv' }),
    ];
    for (const { status, body } of await Promise.all(unfit))
      expect([status, body.code]).toEqual(refused);
    expect((await ana.put('/api/auth/me', { timeZone: 7 })).status).toBe(400);
    const { secret } = (await ana.post('/api/auth/me/totp', {})).body;
    expect(await stateOf(ana)).toEqual(refused);
    const confirmed = await ana.post('/api/auth/me/totp/confirm', { code: codeOf(secret) });
    expect(confirmed.status).toBe(200);
    expect(await stateOf(ana)).toBe(200);
    await require('OPTIONAL');
    const eve = await person();
    expect(await stateOf(eve)).toBe(200);
  });

  test('a passkey is enough, and the last factor stays', async () => {
    const ana = await person();
    await require('REQUIRED');
    const page = { origin: here };
    const { body: options } = await ana.post('/api/auth/me/passkeys/options', undefined, page);
    const response = createAuthenticator(here).create(options);
    const { body: passkey } = await ana.post(
      '/api/auth/me/passkeys',
      { name: 'Laptop', response },
      page,
    );
    expect(await stateOf(ana)).toBe(200);
    const path = `/api/auth/me/passkeys/${passkey.passkeyUuid}`;
    const last = await ana.delete(path);
    expect([last.status, last.body.code]).toEqual([409, 'LAST_SECOND_FACTOR']);
    await addTotp(ana);
    expect((await ana.delete(path)).status).toBe(204);
    const proof = { password: ana.password };
    expect((await ana.delete('/api/auth/me/totp', proof)).body.code).toBe('LAST_SECOND_FACTOR');
    expect((await ana.get('/api/auth/me')).body.secondFactor.totp).toBe(true);
    await require('OPTIONAL');
    expect((await ana.delete('/api/auth/me/totp', proof)).status).toBe(204);
  });

  test('of two factors removed at once one stays', async () => {
    const ana = await person({ totp: true });
    await require('REQUIRED');
    const page = { origin: here };
    const { body: options } = await ana.post('/api/auth/me/passkeys/options', undefined, page);
    const response = createAuthenticator(here).create(options);
    const made = await ana.post('/api/auth/me/passkeys', { name: 'Laptop', response }, page);
    const statuses = await Promise.all([
      ana.delete(`/api/auth/me/passkeys/${made.body.passkeyUuid}`),
      ana.delete('/api/auth/me/totp', { password: ana.password }),
    ]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([204, 409]);
    await require('OPTIONAL');
  });
});

describe('an administrator', () => {
  test('takes the second factors of staff away, which ends the sessions', async () => {
    const ana = await person({ totp: true });
    const path = `/api/tenant-staff/${ana.userUuid}/second-factor/reset`;
    const waiting = (await login(ana)).body.challenge;
    expect((await w.admin.post(path)).status).toBe(204);
    expect((await ana.get('/api/auth/me')).status).toBe(401);
    const late = await finish({ challenge: waiting, code: codeOf(ana.secret, 1) });
    expect(late.body.code).toBe('CHALLENGE_INVALID');
    const back = await again(ana);
    expect((await back.get('/api/auth/me')).body.secondFactor).toEqual({
      totp: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
    });
    await expect.poll(() => mailsTo(ana.email)).toBe(2);
    const [event] = await w.db.asPlatform(
      (tx) => tx`
      select entity_type, actor_id, attributes from events
       where event_type = 'auth.second_factor_removed' and entity_id = ${ana.userUuid}`,
    );
    expect(event).toMatchObject({
      entityType: 'STAFF',
      actorId: w.admin.identity['x-user-id'],
      attributes: { method: 'ALL' },
    });
  });

  test('who is a partner’s, a stranger’s or no administrator does not', async () => {
    const ana = await person({ totp: true });
    const path = `/api/tenant-staff/${ana.userUuid}/second-factor/reset`;
    const other = await w.tenant();
    const partner = (await w.admin.post('/api/partners', { name: 'Partner' })).body.partnerUuid;
    for (const [caller, status] of [
      [await w.partnerAdmin(partner), 403],
      [ana, 403],
      [await other.as('TENANT_ADMIN'), 404],
    ] as const)
      expect((await caller.post(path)).status).toBe(status);
    const nobody = `/api/tenant-staff/${randomUUID()}/second-factor/reset`;
    expect((await w.admin.post(nobody)).status).toBe(404);
    expect((await ana.get('/api/auth/me')).body.secondFactor.totp).toBe(true);
    const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': w.tenantUuid });
    expect((await root.post(path)).status).toBe(204);
  });
});

describe('a client', () => {
  let client: Person;
  let path: string;

  beforeAll(async () => {
    const manager = w.admin.identity['x-user-id'] ?? '';
    const input = contactInput(w.tenantUuid, manager);
    const { contactUuid } = (await w.admin.post('/api/contacts', input)).body;
    path = `/api/contacts/${contactUuid}`;
    const none = await w.admin.post(`${path}/second-factor/reset`);
    expect([none.status, none.body.code]).toEqual([409, 'NO_CREDENTIALS']);
    const email = `${contactUuid}@client.example`;
    const password = 'una contraseña larga';
    await w.admin.put(path, { primaryEmail: email });
    await w.admin.post(`${path}/credentials/init`);
    const token = /token=([\w-]+)/.exec((await w.mailTo(email)).html)?.[1];
    await w.anonymous.post('/api/auth/password-reset/confirm', { token, password });
    const { body } = await login({ email, password });
    const signedIn = w.anonymous.with({
      authorization: `Bearer ${body.accessToken}`,
      'x-tenant-uuid': w.tenantUuid,
      'x-user-id': contactUuid,
      'x-user-email': email,
      'x-user-type': 'CLIENT',
    });
    client = {
      ...signedIn,
      email,
      password,
      userUuid: contactUuid,
      tenantUuid: w.tenantUuid,
    } as Person;
  });

  test('has a second factor as everybody, and an administrator takes it away', async () => {
    const { secret } = await addTotp(client);
    const { challenge } = (await login(client)).body;
    expect((await finish({ challenge, code: codeOf(secret, 1) })).status).toBe(200);
    const partner = (await w.admin.post('/api/partners', { name: 'Partner' })).body.partnerUuid;
    const foreign = await w.partnerAdmin(partner);
    expect((await foreign.post(`${path}/second-factor/reset`)).status).toBe(403);
    expect((await w.admin.post(`${path}/second-factor/reset`)).status).toBe(204);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await login(client)).body.accessToken).toBeDefined();
    const [event] = await w.db.asPlatform(
      (tx) => tx`
      select entity_type from events
       where event_type = 'auth.second_factor_removed' and entity_id = ${client.userUuid}`,
    );
    expect(event).toMatchObject({ entityType: 'CONTACT' });
  });

  test('that is deleted keeps no second factor', async () => {
    client = (await again(client)) as Person;
    await addTotp(client);
    expect((await w.admin.delete(path)).status).toBe(204);
    const rows = await w.db.asPlatform(
      (tx) => tx`
      select user_uuid from totp_secrets union all select user_uuid from recovery_codes`,
    );
    expect(rows.filter(({ userUuid }) => userUuid === path.split('/').at(-1))).toEqual([]);
  });
});
