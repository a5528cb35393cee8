import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import { startReceiver, verify } from '../../../test-support/webhook-receiver.ts';
import { world } from '../../../test-support/world.ts';
import { system } from '../../database/principal.ts';
import { recordEvent } from '../../events.ts';

const w = await world({ WEBHOOKS_PRIVATE_ADDRESSES: 'on' }, { webhooks: true });
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let staffUuid: string;

beforeEach(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
  staffUuid = (await tenant.staff()).tenantStaffUuid;
});

const base = '/api/webhook-endpoints';
type Endpoint = { endpointUuid: string; secret: string };

async function endpoint(url: string, changes: object = {}): Promise<Endpoint> {
  const input = { url, eventTypes: ['contact.created'], ...changes };
  return (await admin.post(base, input)).body;
}

async function contact(): Promise<string> {
  const { body } = await admin.post('/api/contacts', contactInput(tenant.tenantUuid, staffUuid));
  return body.contactUuid;
}

const pathOf = ({ endpointUuid }: Endpoint) => `${base}/${endpointUuid}`;
const messages = async (of: Endpoint, query = '') =>
  (await admin.get(`${pathOf(of)}/messages${query}`)).body.content;
const statuses = async (of: Endpoint) =>
  (await messages(of)).map(({ status }: { status: string }) => status);

/**
 * Returns the seconds between the last try of a message and its next one, as planned. It was planned
 * some time after the try was received, and what is shown is rounded to the second.
 */
async function plannedPause(of: Endpoint, messageId = '', receivedAt = 0) {
  const { body } = await admin.get(`${pathOf(of)}/messages/${messageId}`);
  const sinceMs = performance.now() - receivedAt;
  const planned = Date.parse(`${body.nextAttemptAt}Z`) - Date.parse(`${body.tries.at(-1).at}Z`);
  return { least: (planned - sinceMs) / 1_000 - 1, most: planned / 1_000 + 1 };
}

/** Lets the next tries of an endpoint's messages be due now. */
async function hurry({ endpointUuid }: Endpoint): Promise<void> {
  await w.db.asPlatform(
    (tx) => tx`
      update webhook_messages set next_attempt_at = now()
       where endpoint_uuid = ${endpointUuid} and status = 'PENDING'`,
  );
}

describe('a message', () => {
  test('tells of a change with what its event holds, signed as Standard Webhooks has it', async () => {
    const receiver = await startReceiver();
    const hook = await endpoint(receiver.url);
    const contactUuid = await contact();
    await expect.poll(() => receiver.received.length).toBe(1);
    const [received] = receiver.received;
    if (!received) throw new Error('Nothing was received');
    expect(verify(received, hook.secret)).toEqual(received.message);
    expect(received.headers['content-type']).toBe('application/json');
    const [event] = await w.db.asPlatform(
      (tx) => tx`select event_uuid, attributes from events where entity_id = ${contactUuid}`,
    );
    expect(received.message).toEqual({
      type: 'contact.created',
      timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
      data: {
        tenantUuid: tenant.tenantUuid,
        eventId: event?.eventUuid,
        actorType: 'TENANT_STAFF',
        actorId: admin.identity['x-user-id'],
        entityType: 'CONTACT',
        entityId: contactUuid,
        attributes: event?.attributes,
      },
    });
    await expect.poll(() => statuses(hook)).toEqual(['DELIVERED']);
    const [sent] = await messages(hook);
    expect(sent).toEqual({
      messageId: received.id,
      eventType: 'contact.created',
      eventId: event?.eventUuid,
      status: 'DELIVERED',
      attempts: 1,
      createdAt: expect.any(String),
      deliveredAt: expect.any(String),
      nextAttemptAt: null,
      lastStatus: 204,
      lastError: null,
    });
    const { body: detail } = await admin.get(`${pathOf(hook)}/messages/${received.id}`);
    expect(detail).toEqual({
      ...sent,
      payload: received.message,
      tries: [
        {
          at: expect.any(String),
          durationMs: expect.any(Number),
          status: 204,
          error: null,
          responseExcerpt: null,
        },
      ],
    });
    expect((await admin.get(`${pathOf(hook)}/messages/${randomUUID()}`)).status).toBe(404);
  });

  test('is made of what was committed alone, once for each endpoint, of the types that it asks for', async () => {
    const [all, some, other] = [
      await startReceiver(),
      await startReceiver(),
      await startReceiver(),
    ];
    const neighbour = await (await w.tenant()).as('TENANT_ADMIN');
    await neighbour.post(base, { url: other.url });
    await endpoint(all.url, { eventTypes: [] });
    await endpoint(some.url, { eventTypes: ['contact.updated'] });
    const write = (count: number) =>
      w.db.asTenant(tenant.tenantUuid, system, async (tx) => {
        const entityId = randomUUID();
        await recordEvent(tx, { eventType: 'contact.created', entityType: 'CONTACT', entityId });
        if (count % 3 === 0) throw new Error('changed my mind');
      });
    const written = await Promise.allSettled(
      Array.from({ length: 60 }, (_, count) => write(count)),
    );
    const refused = written.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused.map(({ message }) => message)).toEqual(Array(20).fill('changed my mind'));
    await w.db.asTenant(tenant.tenantUuid, system, (tx) =>
      recordEvent(tx, { eventType: 'contact.updated', entityType: 'CONTACT', entityId: null }),
    );
    await expect.poll(() => some.received.length).toBe(1);
    await expect.poll(() => all.of('contact.created').length).toBe(40);
    const ids = new Set(all.received.map(({ id }) => id));
    expect(ids.size).toBe(all.received.length);
    expect(some.received[0]?.message.type).toBe('contact.updated');
    expect(
      other.received.filter(({ message }) => message.data.tenantUuid === tenant.tenantUuid),
    ).toEqual([]);
  });

  test('is signed by both secrets for a day after a rotation', async () => {
    const receiver = await startReceiver();
    const hook = await endpoint(receiver.url);
    const { body: rotated } = await admin.post(`${pathOf(hook)}/rotate-secret`);
    const sent = async () => {
      const { body } = await admin.post(`${pathOf(hook)}/test`);
      const found = receiver.received.find(({ id }) => id === body.messageId);
      if (!found) throw new Error('The test was not received');
      return found;
    };
    const first = await sent();
    expect(first.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    verify(first, hook.secret);
    verify(first, rotated.secret);
    await w.db.asPlatform((tx) => tx`update webhook_endpoints set previous_secret_until = now()`);
    const second = await sent();
    verify(second, rotated.secret);
    expect(() => verify(second, hook.secret)).toThrow();
  });
});

describe('a message that is not taken', () => {
  test('is sent again after five seconds with the same id, and shows what was answered', async () => {
    const answered = Promise.withResolvers<void>();
    const receiver = await startReceiver((_request, response, nth) => {
      if (nth === 1) response.writeHead(500).end(`no\0${'é'.repeat(2_000)}`);
      else void answered.promise.then(() => response.writeHead(200).end('yes'));
    });
    const hook = await endpoint(receiver.url);
    await contact();
    await expect.poll(() => receiver.received.length).toBe(2);
    const [first, second] = receiver.received;
    expect(second?.id).toBe(first?.id);
    expect(second?.body).toBe(first?.body);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(4_900);
    const { least, most } = await plannedPause(hook, first?.id, first?.at);
    expect(most).toBeGreaterThanOrEqual(5);
    expect(least).toBeLessThanOrEqual(5.5);
    answered.resolve();
    await expect.poll(() => statuses(hook)).toEqual(['DELIVERED']);
    const { body } = await admin.get(`${pathOf(hook)}/messages/${first?.id}`);
    expect(body).toMatchObject({ attempts: 2, lastStatus: 200, lastError: null });
    expect(body.tries).toMatchObject([
      { status: 500, error: 'REFUSED' },
      { status: 200, error: null, responseExcerpt: 'yes' },
    ]);
    expect(body.tries[0].responseExcerpt).toMatch(/^noé+$/);
    expect(Buffer.byteLength(body.tries[0].responseExcerpt)).toBeLessThanOrEqual(1_024);
  });

  test('waits as the receiver asks, and fails after ten tries', async () => {
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(503, { 'retry-after': '600' }).end();
    });
    const hook = await endpoint(receiver.url);
    await contact();
    await expect.poll(() => receiver.received.length).toBe(1);
    await expect.poll(async () => (await messages(hook))[0].attempts).toBe(1);
    const [waiting] = await messages(hook);
    const planned = () => plannedPause(hook, waiting.messageId, receiver.received.at(-1)?.at);
    const asked = await planned();
    expect(asked.most).toBeGreaterThanOrEqual(600);
    expect(asked.least).toBeLessThanOrEqual(600);
    const pauses: { least: number; most: number }[] = [];
    for (let tries = 2; tries <= 10; tries += 1) {
      await hurry(hook);
      await expect.poll(async () => (await messages(hook))[0].attempts).toBe(tries);
      const [message] = await messages(hook);
      if (message.status === 'PENDING') pauses.push(await planned());
    }
    const expected = [10, 30, 120, 300, 600, 840, 1_200, 1_440];
    for (const [at, { least, most }] of pauses.entries()) {
      expect(most).toBeGreaterThanOrEqual((expected[at] ?? 0) * 60);
      expect(least).toBeLessThanOrEqual((expected[at] ?? 0) * 60 * 1.1);
    }
    expect(pauses).toHaveLength(expected.length);
    expect((await messages(hook))[0]).toMatchObject({
      status: 'FAILED',
      nextAttemptAt: null,
      lastError: 'REFUSED',
      lastStatus: 503,
    });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  });

  test('is not led elsewhere by a redirect', async () => {
    const elsewhere = await startReceiver();
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(307, { location: elsewhere.url }).end();
    });
    const hook = await endpoint(receiver.url);
    const { body } = await admin.post(`${pathOf(hook)}/test`);
    expect(body).toMatchObject({
      status: 'PENDING',
      tries: [{ status: 307, error: 'REDIRECTED' }],
    });
    expect(elsewhere.received).toEqual([]);
  });
});

describe('an endpoint', () => {
  test('that answers 410 is disabled at once, and enabled again goes on where it was', async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(410).end());
    const hook = await endpoint(receiver.url);
    await contact();
    const reason = async () => (await admin.get(pathOf(hook))).body.disabledReason;
    await expect.poll(reason).toBe('GONE');
    expect((await admin.get(pathOf(hook))).body.isActive).toBe(false);
    expect(await statuses(hook)).toEqual(['FAILED']);
    const missed = await contact();
    expect((await admin.post(`${pathOf(hook)}/test`)).body.code).toBe('ENDPOINT_INACTIVE');

    receiver.answerBy(undefined);
    const enabled = await admin.put(pathOf(hook), { isActive: true });
    expect(enabled.body).toMatchObject({ isActive: true, disabledReason: null });
    const later = await contact();
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received[1]?.message.data.entityId).toBe(later);
    await expect.poll(() => statuses(hook)).toEqual(['DELIVERED', 'FAILED']);

    const from = '2026-01-01T00:00:00';
    const failed = await admin.post(`${pathOf(hook)}/replay`, { from, onlyFailed: true });
    expect([failed.status, failed.body]).toEqual([202, { messages: 1 }]);
    await expect.poll(() => receiver.received.length).toBe(3);
    await expect.poll(() => statuses(hook)).toEqual(['DELIVERED', 'DELIVERED']);
    const all = await admin.post(`${pathOf(hook)}/replay`, { from });
    expect(all.body).toEqual({ messages: 3 });
    await expect.poll(() => receiver.received.length).toBe(6);
    expect(receiver.received.map(({ message }) => message.data.entityId)).toContain(missed);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
    const [event] = await w.db.asPlatform(
      (tx) => tx`select attributes, actor_type from events
                  where event_type = 'webhook_endpoint.disabled' and entity_id = ${hook.endpointUuid}`,
    );
    expect(event).toEqual({ attributes: { reason: 'GONE' }, actorType: 'SYSTEM' });
  });

  test('that has failed for five days is disabled, and the administrators are mailed', async () => {
    const receiver = await startReceiver((_request, response) => response.writeHead(500).end());
    const hook = await endpoint(receiver.url);
    await contact();
    await expect.poll(async () => (await messages(hook))[0]?.attempts).toBe(1);
    await w.db.asPlatform(
      (tx) => tx`
        update webhook_endpoints set failing_since = failing_since - interval '5 days'
         where endpoint_uuid = ${hook.endpointUuid}`,
    );
    await hurry(hook);
    const state = async () => (await admin.get(pathOf(hook))).body;
    await expect.poll(async () => (await state()).disabledReason).toBe('FAILING');
    expect((await state()).isActive).toBe(false);
    expect(await statuses(hook)).toEqual(['PENDING']);
    const mails = () => w.mails.filter(({ tenantUuid }) => tenantUuid === tenant.tenantUuid);
    await expect.poll(() => mails().length).toBe(1);
    expect(mails()[0]?.text).toContain(new URL(receiver.url).host);
  });

  test('gets nothing while it is inactive or deleted', async () => {
    const receiver = await startReceiver();
    const hook = await endpoint(receiver.url, { isActive: false });
    const gone = await endpoint(receiver.url);
    await admin.delete(pathOf(gone));
    await contact();
    await admin.put(pathOf(hook), { isActive: true });
    const later = await contact();
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]?.message.data.entityId).toBe(later);
    await admin.put(pathOf(hook), { isActive: false });
    const { body } = await admin.post(`${pathOf(hook)}/replay`, { from: '2026-01-01T00:00:00' });
    expect(body).toEqual({ messages: 2 });
    await contact();
    expect(await statuses(hook)).toEqual(['PENDING', 'PENDING']);
    await admin.put(pathOf(hook), { isActive: true });
    await expect.poll(() => receiver.received.length).toBe(3);
  });

  test('shows its messages by state, type and time, and one is sent again with the same id', async () => {
    const receiver = await startReceiver();
    const hook = await endpoint(receiver.url, {
      eventTypes: ['contact.created', 'contact.deleted'],
    });
    const contactUuid = await contact();
    await admin.delete(`/api/contacts/${contactUuid}`);
    await expect.poll(() => statuses(hook)).toEqual(['DELIVERED', 'DELIVERED']);
    const types = async (query: string) =>
      (await messages(hook, query)).map(({ eventType }: { eventType: string }) => eventType);
    expect(await types('?status=PENDING,FAILED')).toEqual([]);
    expect(await types('?status=PENDING,DELIVERED&size=1')).toEqual(['contact.deleted']);
    expect(await types('?eventType=contact.created')).toEqual(['contact.created']);
    expect(await types('?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00')).toEqual([]);
    expect(await types('?to=2100-01-01T00:00:00')).toHaveLength(2);
    for (const query of ['?status=LOST', '?from=yesterday', '?to=2026-01-01'])
      expect((await admin.get(`${pathOf(hook)}/messages${query}`)).status, query).toBe(400);

    const [message] = await messages(hook);
    const again = await admin.post(`${pathOf(hook)}/messages/${message.messageId}/resend`);
    expect([again.status, again.body.status]).toEqual([202, 'PENDING']);
    await expect.poll(() => receiver.received.length).toBe(3);
    expect(receiver.received[2]?.id).toBe(message.messageId);
    await expect.poll(async () => (await messages(hook))[0].attempts).toBe(2);
    const unknown = await admin.post(`${pathOf(hook)}/messages/${randomUUID()}/resend`);
    expect(unknown.status).toBe(404);
    const wrong = { from: '2026-02-01T00:00:00Z', to: '2026-02-01T00:00:00' };
    const refused = await admin.post(`${pathOf(hook)}/replay`, wrong);
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'to']);
  });

  test('is tested by a message that tells what came of it', async () => {
    const receiver = await startReceiver();
    const hook = await endpoint(receiver.url);
    const { status, body } = await admin.post(`${pathOf(hook)}/test`);
    expect([status, body]).toEqual([
      200,
      {
        messageId: receiver.received[0]?.id,
        status: 'DELIVERED',
        tries: [expect.objectContaining({ status: 204, error: null })],
      },
    ]);
    expect(receiver.received[0]?.message).toMatchObject({
      type: 'webhook.test',
      data: { tenantUuid: tenant.tenantUuid, eventId: null, entityId: hook.endpointUuid },
    });
    receiver.stop();
    const failed = await admin.post(`${pathOf(hook)}/test`);
    expect(failed.body).toMatchObject({
      status: 'PENDING',
      tries: [{ status: null, error: 'CONNECTION_FAILED' }],
    });
  });
});
