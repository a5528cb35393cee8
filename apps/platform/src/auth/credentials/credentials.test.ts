import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { askToken } from '../../../test-support/machine.ts';
import { world } from '../../../test-support/world.ts';
import { system } from '../../database/principal.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;

beforeEach(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
});

const path = '/api/credentials';
const input = { name: 'Portfolio system', roles: ['TENANT_STAFF'] };
const pathOf = ({ credentialUuid }: { credentialUuid: string }) => `${path}/${credentialUuid}`;

async function create(changes: object = {}) {
  const { status, body } = await admin.post(path, { ...input, ...changes });
  expect(status).toBe(201);
  return body;
}

type Pair = { clientId: string; clientSecret: string };
const tokenStatus = async ({ clientId, clientSecret }: Pair) => {
  const form = { client_id: clientId, client_secret: clientSecret };
  return (await askToken(w, { grant_type: 'client_credentials', ...form })).status;
};

describe('a credential', () => {
  test('is created with its secret, read without it, listed, rotated and deleted', async () => {
    const created = await create({ expiresAt: '2040-01-01T00:00:00Z' });
    expect(created).toEqual({
      credentialUuid: expect.any(String),
      clientId: expect.any(String),
      clientSecret: expect.any(String),
      ...input,
      scopes: expect.any(Array),
      expiresAt: '2040-01-01T00:00:00',
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const { clientSecret, ...shown } = created;
    expect((await admin.get(pathOf(created))).body).toEqual(shown);
    const second = await create({ name: 'second', roles: ['TENANT_STAFF', 'TENANT_ADMIN'] });
    const listed = await admin.get(path);
    expect(listed.body.map((each: { name: string }) => each.name)).toEqual(['second', input.name]);
    expect(JSON.stringify(listed.body)).not.toContain('ecret');

    const rotated = await admin.post(`${pathOf(created)}/rotate`);
    expect([rotated.status, rotated.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(rotated.body).toEqual({ ...shown, clientSecret: expect.any(String) });
    expect(rotated.body.clientSecret).not.toBe(clientSecret);
    expect(await tokenStatus(created)).toBe(200);
    expect(await tokenStatus(rotated.body)).toBe(200);
    expect((await admin.get(pathOf(created))).body.lastUsedAt).not.toBeNull();

    expect((await admin.delete(pathOf(second))).status).toBe(204);
    for (const gone of [
      await admin.delete(pathOf(second)),
      await admin.get(pathOf(second)),
      await admin.post(`${pathOf(second)}/rotate`),
    ])
      expect(gone.status).toBe(404);
    expect((await admin.get(path)).body).toHaveLength(1);
  });

  test('takes the secret before the last one for 24 hours', async () => {
    const created = await create();
    await admin.post(`${pathOf(created)}/rotate`);
    await w.db.asPlatform(
      (tx) => tx`
        update credentials set previous_secret_until = now()
         where credential_uuid = ${created.credentialUuid}`,
    );
    expect(await tokenStatus(created)).toBe(401);
    const { body: second } = await admin.post(`${pathOf(created)}/rotate`);
    const { body: third } = await admin.post(`${pathOf(created)}/rotate`);
    expect(await Promise.all([created, second, third].map(tokenStatus))).toEqual([401, 200, 200]);
  });

  test('is made once by an Idempotency-Key, and the replay has null in place of the secret', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await admin.post(path, input, key);
    const second = await admin.post(path, input, key);
    expect(second.status).toBe(201);
    expect(second.body).toEqual({ ...first.body, clientSecret: null });
    const kept = await w.db.asPlatform(
      (tx) => tx`select answer::text from idempotency_keys where key = ${key['idempotency-key']}`,
    );
    expect(JSON.stringify(kept)).not.toContain(first.body.clientSecret);
  });

  test.each([
    ['no name', { name: undefined }, 'name'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['a name of 101 characters', { name: 'a'.repeat(101) }, 'name'],
    ['no roles', { roles: undefined }, 'roles'],
    ['an empty list of roles', { roles: [] }, 'roles'],
    ['a role of people', { roles: ['CLIENT'] }, 'roles[0]'],
    ['the role of the platform', { roles: ['SYSTEM_ADMIN'] }, 'roles[0]'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00' }, 'expiresAt'],
    ['a day as its end', { expiresAt: '2040-01-01' }, 'expiresAt'],
  ])('with %s is refused by name', async (_title, changes, field) => {
    const answer = await admin.post(path, { ...input, ...changes });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    expect((await admin.get(path)).body).toEqual([]);
  });

  test('is one of 50 at most, also when many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 55 }, () => admin.post(path, input)));
    const statuses = made.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    const refused = made.find(({ status }) => status === 409);
    expect(refused?.body.code).toBe('TOO_MANY_CREDENTIALS');
    const [first] = (await admin.get(path)).body;
    await admin.delete(pathOf(first));
    await create();
  });
});

test('credentials are for administrators, and those of another firm are not there', async () => {
  const created = await create();
  const stranger = await (await w.tenant()).as('TENANT_ADMIN');
  const calls = (caller: Client) => [
    caller.get(pathOf(created)),
    caller.post(`${pathOf(created)}/rotate`),
    caller.delete(pathOf(created)),
  ];
  for (const { status } of await Promise.all(calls(stranger))) expect(status).toBe(404);
  for (const role of ['TENANT_STAFF', 'PARTNER_ADMIN', 'PARTNER_STAFF', 'CLIENT'] as const) {
    const caller = await tenant.as(role);
    const answers = await Promise.all([
      ...calls(caller),
      caller.get(path),
      caller.post(path, input),
    ]);
    for (const { status } of answers) expect(status, role).toBe(403);
  }
  const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenant.tenantUuid });
  expect((await root.get(path)).body).toHaveLength(1);
});

test('each change of a credential records an event without its name and its secret', async () => {
  const created = await create({ name: 'Secret plans' });
  const { body: rotated } = await admin.post(`${pathOf(created)}/rotate`);
  await tokenStatus(rotated);
  await tokenStatus(rotated);
  await admin.delete(pathOf(created));
  const events = await w.db.asTenant(
    tenant.tenantUuid,
    system,
    (tx) => tx<{ eventType: string; attributes: object }[]>`
      select event_type, actor_type, actor_id, attributes from events
       where entity_type = 'CREDENTIAL' and entity_id = ${created.credentialUuid} order by event_uuid`,
  );
  expect(events.map(({ eventType }) => eventType)).toEqual([
    'credential.created',
    'credential.rotated',
    'credential.token_issued',
    'credential.deleted',
  ]);
  expect(events[2]).toMatchObject({
    actorType: 'SYSTEM',
    actorId: created.credentialUuid,
    attributes: { via: 'CREDENTIAL' },
  });
  expect(JSON.stringify(events)).not.toMatch(/plans|atrium_cs/);
});
