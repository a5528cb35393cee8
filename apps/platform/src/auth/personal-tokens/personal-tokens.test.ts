import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ageProof } from '../../../test-support/age-proof.ts';
import { createClient } from '../../../test-support/client.ts';
import { askToken } from '../../../test-support/machine.ts';
import { addTotp } from '../../../test-support/second-factor-world.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const path = '/api/auth/me/tokens';
const reading = { name: 'Report every Monday', scopes: ['staff:read', 'contacts:read'] };
let tenant: Awaited<ReturnType<typeof w.tenant>>;
beforeAll(async () => {
  tenant = await w.tenant();
});

type Person = Awaited<ReturnType<typeof person>>;

/** A person of the firm who has signed in, and the tokens that they make. */
async function person() {
  const admin = await tenant.as('TENANT_ADMIN');
  const input = { ...staffInput(tenant.tenantUuid), staffType: 'ADMIN' as const };
  const { body: record } = await admin.post('/api/tenant-staff', input);
  const account = { email: input.userEmail, password: input.password };
  const signIn = async () => {
    const { body } = await w.anonymous.post('/api/auth/login', account);
    return createClient(w.app, {
      authorization: `Bearer ${body.accessToken}`,
      'x-tenant-uuid': tenant.tenantUuid,
      'x-user-id': body.user.userUuid,
      'x-user-email': body.user.email,
      'x-user-type': body.user.userType,
    });
  };
  const own = await signIn();
  const make = async (wanted: object = reading) => {
    const { status, body } = await own.post(path, wanted);
    expect(status).toBe(201);
    return { ...body, program: createClient(w.app, { authorization: `Bearer ${body.token}` }) };
  };
  return { admin, own, signIn, make, input, staffUuid: record.tenantStaffUuid };
}

const reads = async ({ program }: { program: ReturnType<typeof createClient> }) =>
  (await program.get('/api/contacts?size=1')).status;

describe('a personal token', () => {
  test('is shown once, is listed without its text, acts as its person without headers, and ends when deleted', async () => {
    const { own, make, staffUuid } = await person();
    const made = await make();
    const { token, program, ...record } = made;
    expect(token).toMatch(/^atr_[\w-]{43}$/);
    expect(record).toEqual({
      tokenUuid: expect.any(String),
      ...reading,
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    expect(Date.parse(`${record.expiresAt}Z`) / 86_400_000).toBeCloseTo(
      Date.now() / 86_400_000 + 90,
      0,
    );
    expect(JSON.stringify((await own.get(path)).body)).not.toContain(token);
    expect(await reads(made)).toBe(200);
    const [listed] = (await own.get(path)).body;
    expect(listed).toEqual({ ...record, lastUsedAt: expect.any(String) });
    expect((await program.get('/api/auth/me')).body.userUuid).toBe(staffUuid);
    expect((await own.get('/api/auth/sessions')).body).toHaveLength(1);

    expect((await own.delete(`${path}/${record.tokenUuid}`)).status).toBe(204);
    expect(await reads(made)).toBe(401);
    expect((await own.get(path)).body).toEqual([]);
    expect((await own.delete(`${path}/${record.tokenUuid}`)).status).toBe(404);
    const kept = await w.db.asPlatform((tx) => tx`select * from personal_tokens`);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test('is refused beyond its scopes by the name of the one that lacks', async () => {
    const { make } = await person();
    const { program } = await make({ name: 'a', scopes: ['notes:write'] });
    const refused = await program.get('/api/contacts');
    expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_MISSING']);
    expect(refused.body.detail).toContain('contacts:read');
    expect((await program.get('/api/notes?contactUuid=x')).body.code).toBe('SCOPE_MISSING');
  });

  test('is no person: the own account, credentials and what needs a proof take none', async () => {
    const { make, staffUuid } = await person();
    const { program } = await make({ name: 'a', scopes: ['staff:write', 'tenant:write'] });
    const { tenantUuid } = tenant;
    for (const answer of [
      await program.get(path),
      await program.post(path, reading),
      await program.get('/api/auth/sessions'),
      await program.post('/api/auth/logout'),
      await program.get('/api/credentials'),
      await program.put(`/api/tenants/${tenantUuid}/security`, { idleMinutes: 10 }),
      await program.put(`/api/tenants/${tenantUuid}/mail`, { senderName: 'Other' }),
      await program.post(`/api/tenant-staff/${staffUuid}/credentials/reset`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'PERSON_REQUIRED']);
  });

  test('records what it does as its person’s, via TOKEN', async () => {
    const { admin, make, staffUuid } = await person();
    const { program, tokenUuid } = await make({ name: 'Nightly', scopes: ['organisations:write'] });
    const { body: organisation } = await program.post('/api/organisations', {
      name: 'Rojas SpA',
      organisationType: 'COMPANY',
    });
    expect(organisation.organisationUuid).toBeDefined();
    const { body } = await admin.get(`/api/audit?entityId=${organisation.organisationUuid}`);
    expect(body.content[0]).toMatchObject({
      eventType: 'organisation.created',
      actorId: staffUuid,
      actorType: 'TENANT_STAFF',
      attributes: { via: 'TOKEN' },
    });
    const { body: ofToken } = await admin.get(`/api/audit?entityId=${tokenUuid}`);
    expect(ofToken.content[0]).toMatchObject({
      eventType: 'token.created',
      entityName: 'Nightly',
      attributes: { scopeCount: '1' },
    });
  });

  const endings: [string, (one: Person) => Promise<{ status: number }>, number][] = [
    ['the person signs out', ({ own }) => own.post('/api/auth/logout'), 200],
    ['the person ends all other sessions', ({ own }) => own.delete('/api/auth/sessions'), 200],
    [
      'the person adds a first factor',
      async ({ own }) => ({ status: (await addTotp(own)) ? 200 : 0 }),
      200,
    ],
    [
      'the person changes the password',
      ({ own, input }) =>
        own.put('/api/auth/me/password', {
          currentPassword: input.password,
          password: 'another long password',
        }),
      401,
    ],
    [
      'an administrator sets the password',
      ({ admin, staffUuid }) =>
        admin.put(`/api/tenant-staff/${staffUuid}/credentials/create`, {
          password: 'another long password',
          confirmPassword: 'another long password',
        }),
      401,
    ],
    [
      'an administrator takes the second factor away',
      ({ admin, staffUuid }) => admin.post(`/api/tenant-staff/${staffUuid}/second-factor/reset`),
      401,
    ],
    [
      'the person is deleted',
      ({ admin, staffUuid }) =>
        admin.delete(`/api/tenant-staff/${staffUuid}`, { staffUuidToDelete: staffUuid }),
      401,
    ],
  ];
  test.each(endings)('stands or ends as it should when %s', async (_title, act, expected) => {
    const one = await person();
    const made = await one.make();
    expect((await act(one)).status).toBeLessThan(300);
    expect(await reads(made)).toBe(expected);
  });

  test('ends with the deactivation of its person, and does not come back', async () => {
    const { admin, make, input, staffUuid } = await person();
    const made = await make();
    const { password: _password, confirmPassword: _again, ...record } = input;
    const update = (isActive: boolean) =>
      admin.put(`/api/tenant-staff/${staffUuid}`, { ...record, isActive });
    expect((await update(false)).status).toBe(200);
    expect(await reads(made)).not.toBe(200);
    expect((await update(true)).status).toBe(200);
    expect(await reads(made)).toBe(401);
  });

  test('ends at its time', async () => {
    const { own, make } = await person();
    const made = await make({
      ...reading,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19),
    });
    expect(await reads(made)).toBe(200);
    await w.db.asPlatform(
      (tx) => tx`
        update personal_tokens set expires_at = now() where token_uuid = ${made.tokenUuid}`,
    );
    expect(await reads(made)).toBe(401);
    expect((await own.get(path)).body).toEqual([]);
  });

  test.each([
    ['no scopes', { scopes: [] }, 'scopes'],
    ['a scope that there is not', { scopes: ['contacts:delete'] }, 'scopes[0]'],
    ['a blank name', { name: ' ' }, 'name'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00' }, 'expiresAt'],
    ['an end in more than 90 days', { expiresAt: '2099-01-01T00:00:00' }, 'expiresAt'],
  ])('with %s is refused by name', async (_title, changes, field) => {
    const { own } = await person();
    const answer = await own.post(path, { ...reading, ...changes });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });

  test('is one of 20 of a person at most, also when many are made at once', async () => {
    const { own } = await person();
    const made = await Promise.all(Array.from({ length: 24 }, () => own.post(path, reading)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_TOKENS');
  });

  test('is made once by an Idempotency-Key, and by a person who has just proved themselves', async () => {
    const { own, staffUuid } = await person();
    const key = { 'idempotency-key': randomUUID() };
    const first = await own.post(path, reading, key);
    expect((await own.post(path, reading, key)).body).toEqual({ ...first.body, token: null });
    await ageProof(w, staffUuid);
    expect((await own.post(path, reading)).body.code).toBe('PROOF_REQUIRED');
  });

  test('of a system administrator stays in the platform’s own tenant', async () => {
    const root = await w.systemAdmin();
    const { body } = await root.post(path, { name: 'a', scopes: ['contacts:read', 'tenant:read'] });
    const program = createClient(w.app, { authorization: `Bearer ${body.token}` });
    expect((await program.get('/api/tenants')).status).toBe(200);
    const elsewhere = program.with({ 'x-tenant-uuid': tenant.tenantUuid });
    expect((await elsewhere.get('/api/contacts')).body.code).toBe('TENANT_MISMATCH');
  });

  test('of another person is not there', async () => {
    const [one, other] = [await person(), await person()];
    const made = await one.make();
    expect((await other.own.delete(`${path}/${made.tokenUuid}`)).status).toBe(404);
    expect(await reads(made)).toBe(200);
  });

  test.each([
    'atr_',
    'atr_short',
    `atr_${'a'.repeat(43)}`,
    `atr_${'a'.repeat(4_000)}`,
    `ATR_${'a'.repeat(43)}`,
  ])('that nobody made is 401: %#', async (token) => {
    const stranger = createClient(w.app, { authorization: `Bearer ${token}` });
    expect((await stranger.get('/api/contacts')).status).toBe(401);
  });
});

describe('a credential of few scopes', () => {
  test('names them after its roles, and reaches no further', async () => {
    const admin = await tenant.as('TENANT_ADMIN');
    const { body: credential } = await admin.post('/api/credentials', {
      name: 'Reports',
      roles: ['TENANT_STAFF'],
      scopes: ['contacts:read', 'notes:read'],
    });
    expect(credential.scopes).toEqual(['contacts:read', 'notes:read']);
    const ask = (scope?: string) =>
      askToken(w, {
        grant_type: 'client_credentials',
        client_id: credential.clientId,
        client_secret: credential.clientSecret,
        ...(scope === undefined ? {} : { scope }),
      });
    const { body } = await ask();
    expect(body.scope).toBe('TENANT_STAFF contacts:read notes:read');
    const machine = createClient(w.app, { authorization: `Bearer ${body.access_token}` });
    expect((await machine.get('/api/contacts')).status).toBe(200);
    expect((await machine.get('/api/organisations')).body.code).toBe('SCOPE_MISSING');
    expect((await ask('notes:read')).body.scope).toBe('TENANT_STAFF notes:read');
    expect((await ask('notes:write')).body.error).toBe('invalid_scope');
    expect((await machine.get('/api/auth/me')).status).toBe(200);
  });

  test('has all that its roles may when none are stated', async () => {
    const admin = await tenant.as('TENANT_ADMIN');
    const { body } = await admin.post('/api/credentials', { name: 'All', roles: ['TENANT_STAFF'] });
    expect(body.scopes).toContain('webhooks:write');
    expect(body.scopes).toHaveLength(32);
  });
});
