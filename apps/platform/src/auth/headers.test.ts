import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operationsOf } from '../../security-tests/operations.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';
import { writeCredentials } from './bootstrap.ts';

const w = await world();
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');
const path = '/api/tenant-staff/all';
await w.app.ready();

describe('the header of the acting role', () => {
  test('may name the staff role that an administrator’s role includes', async () => {
    const asStaff = admin.with({ 'x-user-type': 'TENANT_STAFF' });
    expect((await asStaff.get('/api/v1/meetings')).status).toBe(200);
    expect((await asStaff.get(path)).status).toBe(200);
    const { body } = await admin.post('/api/partners', { name: 'One' });
    const partner = await tenant.as('PARTNER_ADMIN', body.partnerUuid);
    const status = async (role: string) =>
      (await partner.with({ 'x-user-type': role }).get('/api/v1/meetings')).status;
    expect(await Promise.all(['PARTNER_STAFF', 'TENANT_STAFF', 'CLIENT'].map(status))).toEqual([
      200, 403, 403,
    ]);
  });

  test('may not name more than the caller is', async () => {
    const staff = await tenant.as('TENANT_STAFF');
    for (const role of ['TENANT_ADMIN', 'PARTNER_STAFF', 'SYSTEM_ADMIN', 'CLIENT'])
      expect((await staff.with({ 'x-user-type': role }).get(path)).status, role).toBe(403);
  });
});

test('a partner that the token does not name is refused, also of a caller without one', async () => {
  for (const caller of [admin, await tenant.as('CLIENT'), await w.systemAdmin()]) {
    const answer = await caller.with({ 'x-partner-uuid': randomUUID() }).get('/api/v1/meetings');
    expect([answer.status, answer.body.code]).toEqual([403, 'TENANT_MISMATCH']);
  }
});

test('what is no refresh token is 401, however long it is', async () => {
  for (const refreshToken of ['', 'x', 'x'.repeat(201), 'x'.repeat(900_000)]) {
    const answer = await w.anonymous.post('/api/auth/refresh', { refreshToken });
    expect([answer.status, answer.body.code]).toEqual([401, 'REFRESH_TOKEN_INVALID']);
  }
});

test('nobody between may store tokens or what belongs to a caller', async () => {
  const input = staffInput(tenant.tenantUuid);
  await admin.post('/api/tenant-staff', input);
  const { userEmail: email, password } = input;
  const signedIn = await w.anonymous.post('/api/auth/login', { email, password });
  const { refreshToken } = signedIn.body;
  const answers = [
    signedIn,
    await w.anonymous.post('/api/auth/refresh', { refreshToken }),
    await w.anonymous.post('/api/auth/login', { email, password: 'wrong one' }),
    await admin.get(path),
    await admin.get('/api/auth/me'),
    await admin.get(`/api/contacts/${randomUUID()}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 200, 200, 404]);
  for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
});

describe('the OpenAPI document', () => {
  const identity = ['x-tenant-uuid', 'x-user-id', 'x-user-email', 'x-user-type'];
  const operations = operationsOf(w.app);
  const namesOf = (operationId: string, required: boolean) =>
    operations
      .find((each) => each.operationId === operationId)
      ?.parameters.filter((each) => each.in === 'header' && Boolean(each.required) === required)
      .map(({ name }) => name);

  test('declares the headers of the caller, which machines need not send, with every operation that reads them', () => {
    const others: Record<string, string[]> = {
      takeInboundMail: ['x-inbound-mail-secret'],
      receiveNoticeOfProviderA: ['x-provider_a-channel-id'],
    };
    for (const { operationId, roles, path } of operations) {
      // An identity provider says who it is by its bearer alone.
      const takesHeaders = !/^\/(api\/auth|scim)\//.test(path);
      const read = roles && takesHeaders ? identity : [];
      expect(namesOf(operationId, false), operationId).toEqual(expect.arrayContaining(read));
      expect(namesOf(operationId, true), operationId).toEqual(others[operationId] ?? []);
    }
  });

  test('declares the optional headers where they are read', () => {
    expect(namesOf('createPartner', false)).toContain('idempotency-key');
    expect(namesOf('listPartners', false)).toEqual([
      ...identity,
      'x-tenant-code',
      'x-partner-uuid',
    ]);
    expect(namesOf('updateMeeting', false)).toContain('if-match');
    expect(namesOf('confirmBranding', false)).toContain('if-match');
  });

  test('begins with the demo’s adviser where the demo is loaded', async () => {
    const demo = await world({ DEMO: 'on' });
    const adviser = { role: 'TENANT_STAFF', email: 'adviser@demo.example', password: 'x' };
    const place = { tenantUuid: randomUUID(), userUuid: randomUUID() };
    await writeCredentials(demo.config.dataDir, {
      ...adviser,
      ...place,
      demo: [{ ...adviser, ...place }],
    });
    const { body } = await demo.anonymous.get('/openapi.json');
    const parameters = Object.values<{ name: string; example?: string }>(
      body.components.parameters,
    );
    const examples = parameters.map((each) => [each.name, each.example]);
    expect(Object.fromEntries(examples)).toMatchObject({
      'x-tenant-uuid': place.tenantUuid,
      'x-user-id': place.userUuid,
      'x-user-email': adviser.email,
      'x-user-type': 'TENANT_STAFF',
    });
  });
});
