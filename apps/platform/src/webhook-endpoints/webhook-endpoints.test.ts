import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { world } from '../../test-support/world.ts';
import { removeAllExpired } from '../background/sweep-expired.ts';
import { system } from '../database/principal.ts';
import { endUnread } from './end-unread.ts';

const w = await world({ WEBHOOKS_PRIVATE_ADDRESSES: 'on' });
const strict = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;

beforeEach(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
});

const path = '/api/webhook-endpoints';
const input = { url: 'https://hooks.example.com/atrium', eventTypes: ['contact.created'] };
const pathOf = ({ endpointUuid }: { endpointUuid: string }) => `${path}/${endpointUuid}`;

async function create(changes: object = {}) {
  const { status, body } = await admin.post(path, { ...input, ...changes });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
}

describe('a webhook endpoint', () => {
  test('is created with its secret, read without it, changed in part, listed and deleted', async () => {
    const created = await create();
    expect(created).toEqual({
      endpointUuid: expect.any(String),
      delivery: 'PUSH',
      ...input,
      description: null,
      isActive: true,
      disabledReason: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const { secret, ...shown } = created;
    expect((await admin.get(pathOf(created))).body).toEqual(shown);
    expect((await admin.get(`${pathOf(created)}/secret`)).body).toEqual({ secret });
    const changed = await admin.put(pathOf(created), { description: 'ours', isActive: false });
    expect(changed.body).toMatchObject({ ...input, description: 'ours', isActive: false });
    const cleared = await admin.put(pathOf(created), { description: null, eventTypes: [] });
    expect(cleared.body).toMatchObject({ description: null, eventTypes: [], isActive: false });
    expect((await admin.put(pathOf(created), { isActive: true })).body.isActive).toBe(true);

    const second = await create({ url: 'https://second.example.com', isActive: false });
    expect(second.isActive).toBe(false);
    const listed = await admin.get(path);
    expect(listed.body.map((each: { url: string }) => each.url)).toEqual([second.url, created.url]);
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
    expect((await admin.delete(pathOf(created))).status).toBe(204);
    for (const gone of [
      await admin.get(pathOf(created)),
      await admin.put(pathOf(created), {}),
      await admin.delete(pathOf(created)),
      await admin.get(`${pathOf(created)}/secret`),
      await admin.post(`${pathOf(created)}/rotate-secret`),
      await admin.get(`${pathOf(created)}/messages`),
      await admin.post(`${pathOf(created)}/test`),
      await admin.post(`${pathOf(created)}/replay`, { from: '2026-01-01T00:00:00' }),
    ])
      expect(gone.status).toBe(404);
  });

  test('gets another secret, and the stored ones are encrypted', async () => {
    const created = await create();
    const rotated = await admin.post(`${pathOf(created)}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body).toMatchObject({ ...input, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.body.secret).not.toBe(created.secret);
    const { body } = await admin.get(`${pathOf(created)}/secret`);
    expect(body.secret).toBe(rotated.body.secret);
    const rows = await w.db.asPlatform(
      (tx) => tx`select secret, previous_secret from webhook_endpoints
                  where endpoint_uuid = ${created.endpointUuid}`,
    );
    expect(JSON.stringify(rows)).not.toContain('whsec_');
  });

  test('is made once by an Idempotency-Key, and the replay has null in place of the secret', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await admin.post(path, input, key);
    const second = await admin.post(path, input, key);
    expect([second.status, second.body]).toEqual([201, { ...first.body, secret: null }]);
  });

  test.each([
    ['no url', { url: undefined }, 'url'],
    ['a url that is none', { url: 'hooks.example.com' }, 'url'],
    ['http to somewhere else', { url: 'http://hooks.example.com' }, 'url'],
    ['http to a private address', { url: 'http://10.0.0.1' }, 'url'],
    ['another protocol', { url: 'ftp://hooks.example.com' }, 'url'],
    ['a user and a password', { url: 'https://a:b@hooks.example.com' }, 'url'],
    ['a url of 2,001 characters', { url: `https://a.example/${'a'.repeat(1_983)}` }, 'url'],
    ['event types as text', { eventTypes: 'contact.created' }, 'eventTypes'],
    ['an unknown event type', { eventTypes: ['contact.exploded'] }, 'eventTypes[0]'],
    ['an event type twice', { eventTypes: ['login.success', 'login.success'] }, 'eventTypes'],
    ['a description of 501 characters', { description: 'a'.repeat(501) }, 'description'],
    ['isActive as text', { isActive: 'no' }, 'isActive'],
  ])('with %s is refused by name', async (_title, changes, field) => {
    const answer = await admin.post(path, { ...input, ...changes });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
    expect((await admin.get(path)).body).toEqual([]);
    if (Object.values(changes)[0] === undefined) return;
    const changed = await admin.put(pathOf(await create()), changes);
    expect([changed.status, changed.body.errors[0].field]).toEqual([400, field]);
  });

  test('takes http to this machine only where private addresses are allowed', async () => {
    const strictAdmin = await (await strict.tenant()).as('TENANT_ADMIN');
    for (const host of ['localhost:81', '127.0.0.1', '[::1]:8080', 'demo.localhost']) {
      await create({ url: `http://${host}/hook` });
      const refused = await strictAdmin.post(path, { ...input, url: `http://${host}/hook` });
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'url']);
    }
  });

  test('is one of 20 at most, also when many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 25 }, () => admin.post(path, input)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_ENDPOINTS');
  });
});

test('endpoints are for administrators, and those of another firm are not there', async () => {
  const created = await create();
  const stranger = await (await w.tenant()).as('TENANT_ADMIN');
  const message = `${pathOf(created)}/messages/${randomUUID()}`;
  const calls = (caller: Client) => [
    caller.get(pathOf(created)),
    caller.put(pathOf(created), { isActive: false }),
    caller.get(`${pathOf(created)}/secret`),
    caller.post(`${pathOf(created)}/rotate-secret`),
    caller.get(`${pathOf(created)}/messages`),
    caller.get(message),
    caller.post(`${message}/resend`),
    caller.post(`${pathOf(created)}/replay`, { from: '2026-01-01T00:00:00' }),
    caller.post(`${pathOf(created)}/test`),
    caller.delete(pathOf(created)),
  ];
  for (const { status } of await Promise.all(calls(stranger))) expect(status).toBe(404);
  for (const role of ['TENANT_STAFF', 'PARTNER_ADMIN', 'PARTNER_STAFF', 'CLIENT'] as const) {
    const caller = await tenant.as(role);
    const answers = [...calls(caller), caller.get(path), caller.post(path, input)];
    for (const { status } of await Promise.all(answers)) expect(status, role).toBe(403);
  }
});

test('each change of an endpoint records an event without its address and its secret', async () => {
  const created = await create({ url: 'https://hooks.example.com/a-secret-path' });
  await admin.put(pathOf(created), { isActive: false });
  await admin.post(`${pathOf(created)}/rotate-secret`);
  await admin.delete(pathOf(created));
  const events = await w.db.asTenant(
    tenant.tenantUuid,
    system,
    (tx) => tx<{ eventType: string }[]>`
      select event_type, attributes from events
       where entity_type = 'WEBHOOK_ENDPOINT' and entity_id = ${created.endpointUuid} order by event_uuid`,
  );
  expect(events.map(({ eventType }) => eventType)).toEqual([
    'webhook_endpoint.created',
    'webhook_endpoint.updated',
    'webhook_endpoint.updated',
    'webhook_endpoint.deleted',
  ]);
  expect(JSON.stringify(events)).not.toMatch(/a-secret-path|whsec_/);
});

test('messages are kept for 30 days, and those of a deleted endpoint no longer', async () => {
  const [aged, deleted, kept] = [await create(), await create(), await create()];
  const ids: string[] = [];
  for (const endpoint of [aged, deleted, kept]) {
    await admin.put(pathOf(endpoint), { url: 'http://127.0.0.1:9/nobody' });
    ids.push((await admin.post(`${pathOf(endpoint)}/test`)).body.messageId);
  }
  await w.db.asPlatform(
    (tx) => tx`
      update webhook_messages set created_at = created_at - interval '30 days 1 minute'
       where endpoint_uuid = ${aged.endpointUuid}`,
  );
  await admin.delete(pathOf(deleted));
  await removeAllExpired(w.db);
  const left = await w.db.asPlatform(
    (tx) => tx<{ messageUuid: string }[]>`
      select message_uuid from webhook_messages where message_uuid = any(${ids})`,
  );
  expect(left.map(({ messageUuid }) => messageUuid)).toEqual([ids[2]]);
});

describe('an endpoint whose messages are read', () => {
  const polled = { delivery: 'POLL', eventTypes: ['task.created'] };
  type Read = { messageId: string; eventType: string; status: string; payload?: { type: string } };
  const readerOf = (endpoint: { endpointUuid: string }) => async (after?: string) => {
    const query = new URLSearchParams({ withPayload: 'true', ...(after && { after }) });
    const { status, body } = await admin.get(`${pathOf(endpoint)}/messages?${query}`);
    expect(status).toBe(200);
    return body.content as Read[];
  };
  const unread = (endpoint: { endpointUuid: string }) =>
    w.db.asPlatform(
      (tx) => tx`update webhook_endpoints set read_until = now()
                  where endpoint_uuid = ${endpoint.endpointUuid}`,
    );

  test('hands its messages out in a lasting order, behind what was read, and again to who asks again', async () => {
    const { status, body: endpoint } = await admin.post(path, polled);
    expect([status, endpoint]).toMatchObject([201, { url: null, ...polled, isActive: true }]);
    expect(endpoint.secret).toMatch(/^whsec_/);
    const read = readerOf(endpoint);
    for (const title of ['One', 'Two']) await admin.post('/api/tasks', { title });
    await admin.post(`${pathOf(endpoint)}/replay`, { from: '2026-01-01T00:00:00' });
    const [first, second, ...more] = await read();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ status: 'DELIVERED', payload: { type: 'task.created' } });
    expect((await read(first?.messageId)).map(({ messageId }) => messageId)).toEqual([
      second?.messageId,
    ]);
    expect(await read(second?.messageId)).toEqual([]);
    // What is committed late, with an earlier time, comes behind.
    const late = randomUUID();
    await w.db.asPlatform(
      (tx) => tx`insert into webhook_messages (tenant_uuid, endpoint_uuid, message_uuid, event_type,
                                               occurred_at, payload, created_at)
                 select tenant_uuid, endpoint_uuid, ${late}, event_type, occurred_at, payload,
                        created_at - interval '1 hour'
                   from webhook_messages where message_uuid = ${first?.messageId ?? ''}`,
    );
    expect((await read(second?.messageId)).map(({ messageId }) => messageId)).toEqual([late]);
    const tested = await admin.post(`${pathOf(endpoint)}/test`);
    expect(tested.body).toMatchObject({ status: 'PENDING', tries: [] });
    expect((await read(late))[0]?.payload?.type).toBe('webhook.test');
    const { body: listed } = await admin.get(`${pathOf(endpoint)}/messages`);
    expect(listed.content[0]).not.toHaveProperty('payload');
    expect((await admin.delete(pathOf(endpoint))).status).toBe(204);
  });

  test('has no address, and refuses what it cannot do', async () => {
    const { body: endpoint } = await admin.post(path, polled);
    const sent = await create();
    const refused = [
      [await admin.post(path, { ...polled, url: input.url }), 'url'],
      [await admin.post(path, { eventTypes: [] }), 'url'],
      [await admin.post(path, { ...input, delivery: 'PULL' }), 'delivery'],
      [await admin.put(pathOf(endpoint), { url: input.url }), 'url'],
      [
        await admin.get(`${pathOf(endpoint)}/messages?withPayload=true&after=${randomUUID()}`),
        'after',
      ],
      [await admin.get(`${pathOf(endpoint)}/messages?withPayload=true&after=x`), 'after'],
      [await admin.get(`${pathOf(sent)}/messages?after=${randomUUID()}`), 'after'],
    ] as const;
    for (const [{ status, body }, field] of refused)
      expect([status, body.errors?.[0]?.field]).toEqual([400, field]);
    const other = await w.tenant();
    const stranger = await other.as('TENANT_ADMIN');
    const elsewhere = await stranger.get(`${pathOf(endpoint)}/messages?withPayload=true`);
    expect(elsewhere.status).toBe(404);
  });

  test('is one of two of a person at most, even at once, and ends after an hour without reading', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => admin.post(path, polled)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_ENDPOINTS');
    const colleague = await tenant.as('TENANT_ADMIN');
    expect((await colleague.post(path, polled)).status).toBe(201);
    const [one, other] = made.filter(({ status }) => status === 201).map(({ body }) => body);
    await unread(one);
    const gone = await admin.get(`${pathOf(one)}/messages?withPayload=true`);
    expect([gone.status, (await admin.get(pathOf(one))).status]).toEqual([404, 404]);
    await readerOf(other)();
    expect((await admin.post(path, polled)).status).toBe(201);
    await endUnread(w.db);
    const rows = await w.db.asPlatform(
      (tx) => tx`select from webhook_endpoints
                  where endpoint_uuid = ${one.endpointUuid} and deleted_at is not null`,
    );
    expect(rows).toHaveLength(1);
    expect((await admin.get(pathOf(other))).status).toBe(200);
  });
});
