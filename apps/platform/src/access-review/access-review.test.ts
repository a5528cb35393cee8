import { expect, test } from 'vitest';
import { machine } from '../../test-support/machine.ts';
import { uuidOf } from '../../test-support/meeting-world.ts';
import { addTotp } from '../../test-support/second-factor-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();

async function firm() {
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  await addTotp(admin);
  const adviser = await tenant.as('TENANT_STAFF');
  const client = await tenant.as('CLIENT');
  const { credential } = await machine(w, admin, {
    name: '=cmd|calc',
    roles: ['TENANT_STAFF'],
    scopes: ['contacts:read'],
    expiresAt: '2040-01-01T00:00:00',
  });
  const { body: token } = await adviser.post('/api/auth/me/tokens', {
    name: 'Report',
    scopes: ['tasks:read', 'meetings:read'],
  });
  const url = 'https://hooks.example.com/x';
  const { body: endpoint } = await admin.post('/api/webhook-endpoints', { url });
  return { ...tenant, admin, adviser, client, credential, token, endpoint };
}

const everyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

test('an access review names everybody and everything that reaches the firm’s data', async () => {
  const own = await firm();
  const { admin, adviser, client, credential, token, endpoint } = own;
  await admin.put(`/api/tenant-staff/${uuidOf(adviser)}`, { isActive: true });
  const { status, body } = await admin.get('/api/access-review');
  expect(status).toBe(200);
  const nothing = { ownerUuid: null, roles: [], scopes: [], factors: [], expiresAt: null };
  const times = { createdAt: everyTime, lastUsedAt: everyTime };
  const of = (kind: string) => body.filter((each: { kind: string }) => each.kind === kind);
  const person = { ...nothing, ...times, name: expect.any(String), isActive: true };
  expect(of('STAFF')).toHaveLength(2);
  expect(of('STAFF')).toEqual(
    expect.arrayContaining([
      { ...person, kind: 'STAFF', uuid: uuidOf(admin), roles: ['TENANT_ADMIN'], factors: ['TOTP'] },
      { ...person, kind: 'STAFF', uuid: uuidOf(adviser), roles: ['TENANT_STAFF'] },
    ]),
  );
  expect(of('CLIENT')).toEqual([
    { ...person, kind: 'CLIENT', uuid: uuidOf(client), roles: ['CLIENT'] },
  ]);
  expect(of('CREDENTIAL')).toEqual([
    {
      ...nothing,
      ...times,
      kind: 'CREDENTIAL',
      uuid: credential.credentialUuid,
      name: '=cmd|calc',
      ownerUuid: uuidOf(admin),
      roles: ['TENANT_STAFF'],
      scopes: ['contacts:read'],
      isActive: true,
      expiresAt: '2040-01-01T00:00:00',
    },
  ]);
  expect(of('TOKEN')).toEqual([
    {
      ...nothing,
      kind: 'TOKEN',
      uuid: token.tokenUuid,
      name: 'Report',
      ownerUuid: uuidOf(adviser),
      roles: ['TENANT_STAFF'],
      scopes: ['tasks:read', 'meetings:read'],
      isActive: true,
      createdAt: everyTime,
      lastUsedAt: null,
      expiresAt: token.expiresAt,
    },
  ]);
  expect(of('ENDPOINT')).toEqual([
    {
      ...nothing,
      kind: 'ENDPOINT',
      uuid: endpoint.endpointUuid,
      name: 'https://hooks.example.com/x',
      ownerUuid: uuidOf(admin),
      isActive: true,
      createdAt: everyTime,
      lastUsedAt: null,
    },
  ]);
  expect(body).toHaveLength(6);
  expect(JSON.stringify(body)).not.toMatch(/atr_|hash|secret/i);
});

test('what has ended is not in it, and who is inactive is said to be', async () => {
  const { admin, adviser, credential, endpoint } = await firm();
  await admin.put(`/api/tenant-staff/${uuidOf(adviser)}`, { isActive: false });
  await admin.delete(`/api/credentials/${credential.credentialUuid}`);
  await admin.put(`/api/webhook-endpoints/${endpoint.endpointUuid}`, { isActive: false });
  const { body } = await admin.get('/api/access-review');
  const states = body.map(({ kind, isActive }: { kind: string; isActive: boolean }) => [
    kind,
    isActive,
  ]);
  expect(states.sort()).toEqual([
    ['CLIENT', true],
    ['ENDPOINT', false],
    ['STAFF', false],
    ['STAFF', true],
  ]);
});

test('the token of an identity provider is one, and nobody of the staff', async () => {
  const { tenantUuid, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  const path = `/api/tenants/${tenantUuid}/sso/provisioning-token`;
  const { status, body: made } = await admin.post(path, {});
  expect(status).toBe(201);
  const { body } = await admin.get('/api/access-review');
  const told = body.map(({ kind, name, scopes }: Record<string, unknown>) => [kind, name, scopes]);
  expect(told).toEqual([
    ['STAFF', expect.any(String), []],
    ['TOKEN', 'SCIM', ['staff:write']],
  ]);
  expect(body[1]).toMatchObject({ expiresAt: made.expiresAt, lastUsedAt: null });
  const asProvider = w.anonymous.with({ authorization: `Bearer ${made.token}` });
  expect((await asProvider.get('/scim/v2/Users')).status).toBe(200);
  const { body: later } = await admin.get('/api/access-review');
  expect(later[1].lastUsedAt).toEqual(expect.any(String));
});

test('as CSV it has the same columns, runs no formula, and is an export', async () => {
  const { admin, tenantUuid } = await firm();
  const { status, body, headers } = await admin.get('/api/access-review', { accept: 'text/csv' });
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
  const [header, ...rows] = String(body).trim().split('\r\n');
  expect(header).toBe(
    'kind,uuid,name,ownerUuid,roles,scopes,factors,isActive,createdAt,lastUsedAt,expiresAt',
  );
  expect(rows).toHaveLength(6);
  expect(rows.find((row) => row.startsWith('CREDENTIAL'))).toContain(",'=cmd|calc,");
  const events = await w.db.asPlatform(
    (tx) => tx`
      select attributes ->> 'rows' as rows from events
       where tenant_uuid = ${tenantUuid} and event_type = 'export.completed'`,
  );
  expect(events).toEqual([{ rows: '6' }]);
});

test('it is the administrators’ alone, and a program’s with the scope', async () => {
  const { as, admin } = await firm();
  for (const role of ['TENANT_STAFF', 'PARTNER_ADMIN', 'CLIENT'] as const)
    expect((await (await as(role)).get('/api/access-review')).status).toBe(403);
  const other = await (await w.tenant()).as('TENANT_ADMIN');
  expect((await other.get('/api/access-review')).body).toHaveLength(1);
  const { client } = await machine(w, admin, { scopes: ['staff:read'] });
  expect((await client.get('/api/access-review')).status).toBe(200);
});
