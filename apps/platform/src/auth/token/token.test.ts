import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { createClient } from '../../../test-support/client.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import { askToken, machine } from '../../../test-support/machine.ts';
import { replicaServices } from '../../../test-support/replica.ts';
import { world } from '../../../test-support/world.ts';
import { createApp } from '../../app.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let pair: { client_id: string; client_secret: string };

beforeAll(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
  const { credential } = await machine(w, admin, { roles: ['TENANT_ADMIN', 'TENANT_STAFF'] });
  pair = { client_id: credential.clientId, client_secret: credential.clientSecret };
});

const grant = { grant_type: 'client_credentials' };
const basic = (id = pair.client_id, secret = pair.client_secret) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

describe('a token request', () => {
  test('is answered as OAuth 2.0 says, by Basic or by body', async () => {
    for (const answer of [
      await askToken(w, { ...grant, ...pair }),
      await askToken(w, grant, basic()),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'TENANT_ADMIN TENANT_STAFF',
      });
      expect([answer.headers['cache-control'], answer.headers.pragma]).toEqual([
        'no-store',
        'no-cache',
      ]);
    }
  });

  test('may ask for a part of the roles, which is then all that the token can do', async () => {
    const { body } = await askToken(w, { ...grant, ...pair, scope: 'TENANT_STAFF' });
    expect(body.scope).toBe('TENANT_STAFF');
    const client = createClient(w.app, { authorization: `Bearer ${body.access_token}` });
    expect((await client.get('/api/contacts')).status).toBe(200);
    expect((await client.get('/api/credentials')).status).toBe(403);
  });

  const wrong: [string, Record<string, string>, () => object, number, string][] = [
    ['without a grant type', { grant_type: '' }, basic, 400, 'unsupported_grant_type'],
    ['with another grant', { grant_type: 'password' }, basic, 400, 'unsupported_grant_type'],
    ['without a client', grant, () => ({}), 401, 'invalid_client'],
    ['with a wrong secret', grant, () => basic(pair.client_id, 'x'), 401, 'invalid_client'],
    ['of an unknown client', grant, () => basic('x'), 401, 'invalid_client'],
    [
      'of a client with a NUL',
      { ...grant, client_id: 'a\0', client_secret: 'x' },
      () => ({}),
      401,
      'invalid_client',
    ],
    ['with a bearer', grant, () => ({ authorization: 'Bearer x' }), 401, 'invalid_client'],
    ['with two secrets', { ...grant, client_secret: 'x' }, basic, 400, 'invalid_request'],
    ['with a foreign scope', { ...grant, scope: 'SYSTEM_ADMIN' }, basic, 400, 'invalid_scope'],
    ['with a long scope', { ...grant, scope: 'a'.repeat(201) }, basic, 400, 'invalid_request'],
  ];
  test.each(wrong)(
    '%s is refused as RFC 6749 has it',
    async (_title, form, headers, status, error) => {
      const answer = await askToken(w, form, headers());
      expect([answer.status, answer.body]).toEqual([
        status,
        { error, error_description: expect.any(String) },
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
      const challenge = answer.headers['www-authenticate'];
      expect(challenge).toBe(
        status === 401 && 'authorization' in headers() ? 'Basic realm="atrium"' : undefined,
      );
    },
  );

  test('that says something twice, nothing at all, or JSON is refused', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const twice = 'grant_type=client_credentials&grant_type=client_credentials';
    for (const body of [twice, '', undefined]) {
      const answer = await w.anonymous.post('/api/auth/token', body, { ...form, ...basic() });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    }
    const json = await w.anonymous.post('/api/auth/token', { ...grant, ...pair });
    expect([json.status, json.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('a machine', () => {
  test('needs no x- headers, and those that it sends must agree with the token', async () => {
    const { client, credential } = await machine(w, admin);
    const own = { 'x-tenant-uuid': tenant.tenantUuid, 'x-user-id': credential.credentialUuid };
    for (const headers of [{}, own, { ...own, 'x-user-type': 'TENANT_STAFF' }])
      expect((await client.get('/api/contacts', headers)).status).toBe(200);
    const other = await w.tenant();
    for (const [name, value] of [
      ['x-tenant-uuid', other.tenantUuid],
      ['x-user-id', other.tenantUuid],
      ['x-user-type', 'CLIENT'],
      ['x-user-email', 'somebody@example.com'],
    ] as const) {
      const answer = await client.get('/api/contacts', { [name]: value });
      expect([answer.status, answer.body.errors[0].field]).toEqual([403, name]);
    }
  });

  test('is recorded as SYSTEM by its credential, also in what is done later', async () => {
    const { client, credential } = await machine(w, admin);
    const { tenantStaffUuid } = await tenant.staff();
    const created = await client.post(
      '/api/contacts',
      contactInput(tenant.tenantUuid, tenantStaffUuid),
    );
    expect(created.status).toBe(200);
    const csv = `firstName,paternalLastName,contactType,contactMeans,preferredContactLanguage,contactManagerId\nAna,Rojas,PROSPECT,EMAIL,SPANISH,${tenantStaffUuid}\n`;
    const taken = await client.post('/api/contacts/import', csv, { 'content-type': 'text/csv' });
    expect(taken.status).toBe(202);
    const events = () =>
      w.db.asPlatform(
        (tx) => tx<{ actorType: string; attributes: object }[]>`
          select actor_type, attributes from events
           where event_type = 'contact.created' and actor_id = ${credential.credentialUuid}`,
      );
    await expect.poll(async () => (await events()).length).toBe(2);
    for (const { actorType, attributes } of await events()) {
      expect(actorType).toBe('SYSTEM');
      expect(attributes).toMatchObject({ via: 'CREDENTIAL' });
    }
  });

  test('names an active staff member as the host of a meeting', async () => {
    const { client, credential } = await machine(w, admin, { roles: ['TENANT_STAFF'] });
    const meeting = {
      title: 'Review',
      startDateTime: '2035-03-01T10:00',
      endDateTime: '2035-03-01T11:00',
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
    };
    const { tenantStaffUuid: hostUuid } = await tenant.staff();
    const { body: left } = await admin.post('/api/v1/meetings', meeting);
    const foreign = (await (await w.tenant()).staff()).tenantStaffUuid;
    for (const host of [undefined, null, foreign, credential.credentialUuid, left.meetingUuid]) {
      const answer = await client.post('/api/v1/meetings', { ...meeting, hostUuid: host });
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'hostUuid']);
    }
    const made = await client.post('/api/v1/meetings', { ...meeting, hostUuid });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      hostUuid,
      hostType: 'TENANT_STAFF',
      createdByUuid: credential.credentialUuid,
      canEdit: true,
    });
    const path = `/api/v1/meetings/${made.body.meetingUuid}`;
    expect((await client.put(path, { title: 'Later' })).status).toBe(200);

    await admin.delete(`/api/tenant-staff/${hostUuid}`, { staffUuidToDelete: hostUuid });
    const late = await client.post('/api/v1/meetings', { ...meeting, hostUuid });
    expect([late.status, late.body.errors[0].field]).toEqual([400, 'hostUuid']);
    expect((await admin.get(path)).body.canEdit).toBe(true);
    const refused = await admin.post('/api/v1/meetings', { ...meeting, hostUuid: foreign });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'hostUuid']);
  });

  test('names an active staff member as who does a task', async () => {
    const { client, credential } = await machine(w, admin, { roles: ['TENANT_STAFF'] });
    const { tenantStaffUuid } = await tenant.staff();
    for (const assigneeUuid of [undefined, credential.credentialUuid]) {
      const answer = await client.post('/api/tasks', { title: 'Call', assigneeUuid });
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'assigneeUuid']);
    }
    const made = await client.post('/api/tasks', { title: 'Call', assigneeUuid: tenantStaffUuid });
    expect([made.status, made.body.createdBy]).toEqual([201, credential.credentialUuid]);
  });

  test('is asked for no second factor where people are', async () => {
    const firm = await w.tenant();
    const owner = await firm.as('TENANT_ADMIN');
    const { client } = await machine(w, owner);
    const policy = `/api/tenants/${firm.tenantUuid}/security`;
    expect((await owner.put(policy, { secondFactor: 'REQUIRED' })).status).toBe(200);
    expect((await owner.get('/api/contacts')).body.code).toBe('SECOND_FACTOR_SETUP_REQUIRED');
    expect((await client.get('/api/contacts')).status).toBe(200);
  });

  test('does nothing that a person is meant by', async () => {
    const { client } = await machine(w, admin);
    const { body: meeting } = await admin.post('/api/v1/meetings', {
      title: 'Review',
      startDateTime: '2035-03-02T10:00',
      endDateTime: '2035-03-02T11:00',
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
    });
    for (const answer of [
      await client.get('/api/auth/me/tokens'),
      await client.post('/api/auth/logout'),
      await client.post('/api/v1/calendar/connect/provider_a', {}),
      await client.post('/api/v1/calendar/disconnect', {}),
      await client.post('/api/v1/calendar/feed', {}),
      await client.get('/api/v1/calendar/feed'),
      await client.get('/api/views'),
      await client.post('/api/views', { name: 'All', list: 'CONTACTS' }),
      await client.put(`/api/v1/meetings/${meeting.meetingUuid}/rsvp`, { status: 'ACCEPTED' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'PERSON_REQUIRED']);
  });
});

describe('the tokens of a credential', () => {
  test('end at once on every replica when it is deleted', async () => {
    const { client, credential, token } = await machine(w, admin);
    const replica = await replicaServices(w);
    const other = await createApp(replica);
    const there = createClient(other, { authorization: `Bearer ${token}` });
    expect((await there.get('/api/contacts')).status).toBe(200);
    await admin.delete(`/api/credentials/${credential.credentialUuid}`);
    for (const caller of [client, there]) {
      const answer = await caller.get('/api/contacts');
      expect([answer.status, answer.body.code]).toEqual([401, 'SESSION_ENDED']);
    }
    const form = { client_id: credential.clientId, client_secret: credential.clientSecret };
    expect((await askToken(w, { ...grant, ...form })).status).toBe(401);
    await other.close();
    await replica.closeDb();
  });

  test('end when it expires', async () => {
    const soon = new Date(Date.now() + 120_000).toISOString().slice(0, 19);
    const { client, credential, token } = await machine(w, admin, { expiresAt: soon });
    expect((await client.get('/api/contacts')).status).toBe(200);
    const { exp = 0 } = decodeJwt(token);
    expect(exp).toBeLessThanOrEqual(Date.now() / 1_000 + 120);
    vi.useFakeTimers({ toFake: ['Date'], now: exp * 1_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await client.get('/api/contacts')).status).toBe(401);
    await w.db.asPlatform(
      (tx) => tx`
        update credentials set expires_at = now()
         where credential_uuid = ${credential.credentialUuid}`,
    );
    const form = { client_id: credential.clientId, client_secret: credential.clientSecret };
    expect((await askToken(w, { ...grant, ...form })).status).toBe(401);
  });

  test('end with the tenant, and none is issued for it', async () => {
    const firm = await w.tenant();
    const { client, credential } = await machine(w, await firm.as('TENANT_ADMIN'));
    await (await w.systemAdmin()).delete(`/api/tenants/${firm.tenantUuid}`);
    expect((await client.get('/api/contacts')).status).toBe(403);
    const form = { client_id: credential.clientId, client_secret: credential.clientSecret };
    expect((await askToken(w, { ...grant, ...form })).status).toBe(401);
  });
});
