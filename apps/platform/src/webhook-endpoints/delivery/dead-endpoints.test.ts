import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { replicaServices } from '../../../test-support/replica.ts';
import { startReceiver } from '../../../test-support/webhook-receiver.ts';
import { world } from '../../../test-support/world.ts';
import { system } from '../../database/principal.ts';
import { recordEvent } from '../../events.ts';

const w = await world({ WEBHOOKS_PRIVATE_ADDRESSES: 'on' }, { webhooks: true });

// Takes connections and never says a word: each try lasts its whole 15 seconds.
let triesOver = 0;
const silent = createServer((socket) => {
  socket
    .on('error', () => undefined)
    .on('close', () => {
      triesOver += 1;
    });
});
silent.listen(0, '127.0.0.1');
await once(silent, 'listening');
const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
afterAll(() => void silent.close());

async function tenantWith(urls: readonly string[]): Promise<string> {
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  for (const url of urls) {
    const input = { url, eventTypes: ['contact.created'] };
    expect((await admin.post('/api/webhook-endpoints', input)).status).toBe(201);
  }
  return tenant.tenantUuid;
}

const change = (tenantUuid: string) =>
  w.db.asTenant(tenantUuid, system, (tx) =>
    recordEvent(tx, { eventType: 'contact.created', entityType: 'CONTACT', entityId: null }),
  );

test('a hundred dead endpoints delay no message of a live one', async () => {
  const receiver = await startReceiver();
  const dead = await Promise.all(
    Array.from({ length: 6 }, (_, at) => tenantWith(Array(at < 5 ? 19 : 5).fill(silentUrl))),
  );
  const live = await tenantWith([receiver.url]);
  for (let round = 0; round < 10; round += 1) for (const each of dead) await change(each);
  const waitedFor: number[] = [];
  for (let sent = 1; sent <= 5; sent += 1) {
    const before = triesOver;
    await change(live);
    await expect.poll(() => receiver.received.length, { interval: 10 }).toBe(sent);
    waitedFor.push(triesOver - before);
  }
  // None waits until a dead one is given up; that happens once in a while beside them.
  expect(waitedFor.filter((count) => count === 0).length).toBeGreaterThanOrEqual(3);
});

test('what a process that was killed had taken is sent by another one', async () => {
  const receiver = await startReceiver();
  const tenantUuid = await tenantWith([receiver.url]);
  // The lease that the killed one leaves behind, with its message.
  await w.db.asPlatform(
    (tx) => tx`
      update webhook_endpoints
         set lease_token = gen_random_uuid(), lease_until = now() + interval '2 seconds'
       where tenant_uuid = ${tenantUuid}`,
  );
  await change(tenantUuid);
  await expect.poll(() => receiver.received.length).toBe(1);
});

test('two replicas send each message once', async () => {
  const receiver = await startReceiver();
  const tenantUuid = await tenantWith([receiver.url]);
  const replica = await replicaServices(w);
  replica.webhooks.delivery.start();
  const write = (db: typeof w.db) =>
    db.asTenant(tenantUuid, system, (tx) =>
      recordEvent(tx, { eventType: 'contact.created', entityType: 'CONTACT', entityId: null }),
    );
  await Promise.all(Array.from({ length: 200 }, (_, at) => write(at % 2 ? w.db : replica.db)));
  await expect.poll(() => receiver.received.length).toBe(200);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(200);
  await replica.webhooks.delivery.stop();
  await replica.closeDb();
});
