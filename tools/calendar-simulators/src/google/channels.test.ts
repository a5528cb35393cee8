import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { clientA } from '../../test-support/clients.ts';
import { openReceiver } from '../../test-support/receiver.ts';
import { startSimulators } from '../start-simulators.ts';

const simulators = await startSimulators({ httpPushes: true });
const receiver = await openReceiver();
afterAll(async () => {
  await simulators.close();
  receiver.close();
});
const calendarId = 'primary';
const once = { title: 'Once', start: '2026-12-01T10:00', end: '2026-12-01T11:00' };

async function watched(email: string, more: object = {}) {
  const client = await clientA(simulators, email);
  const id = randomUUID();
  const requestBody = { id, type: 'web_hook', address: receiver.url, token: 'secret', ...more };
  const { data } = await client.events.watch({ calendarId, requestBody });
  const arrived = () =>
    receiver.received
      .filter(({ headers }) => headers['x-goog-channel-id'] === id)
      .map(({ headers }) => Number(headers['x-goog-message-number']));
  await expect.poll(arrived).toEqual([1]);
  return { client, id, data, arrived, person: simulators.a.person(email) };
}

describe('A channel at Google', () => {
  test('says `sync` first, then `exists` for each change, with nothing in the body', async () => {
    const { data, id, arrived, person } = await watched('push@example.com');
    const { id: eventId } = person.create(once);
    person.move(eventId, '2026-12-02T10:00');
    person.cancel(eventId);
    await expect.poll(arrived).toEqual([1, 2, 3, 4]);
    const mine = receiver.received.filter(({ headers }) => headers['x-goog-channel-id'] === id);
    expect(mine.map(({ headers }) => headers['x-goog-resource-state'])).toEqual([
      'sync',
      'exists',
      'exists',
      'exists',
    ]);
    expect(mine[1]).toMatchObject({
      body: '',
      headers: {
        'x-goog-channel-token': 'secret',
        'x-goog-resource-id': data.resourceId,
        'content-length': '0',
      },
    });
    expect(Number(data.expiration) - simulators.a.clock.now()).toBeGreaterThan(6 * 86_400_000);
  });

  test('ends when it is stopped or its time is over, and its id is its own', async () => {
    simulators.a.faults.add({ kind: 'short-channel', account: 'short@example.com', seconds: 30 });
    const { client, data, id, arrived, person } = await watched('short@example.com');
    const twice = { id, type: 'web_hook', address: receiver.url };
    await expect(client.events.watch({ calendarId, requestBody: twice })).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'channelIdNotUnique' }] } } },
    });
    expect(Number(data.expiration) - simulators.a.clock.now()).toBeLessThanOrEqual(30_000);
    simulators.a.clock.skew(31_000);
    person.create(once);
    const second = await watched('short@example.com');
    const stop = { id: second.id, resourceId: second.data.resourceId ?? null };
    await second.client.channels.stop({ requestBody: stop });
    person.create(once);
    await expect.poll(simulators.a.pushes.pending).toBe(0);
    simulators.a.clock.skew(0);
    expect([arrived(), second.arrived()]).toEqual([[1], [1]]);
    await expect(second.client.channels.stop({ requestBody: stop })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('tries again after a 5xx, and not after a refusal', async () => {
    const { arrived, person } = await watched('retry@example.com');
    receiver.answers.push(503, 200);
    person.create(once);
    await expect.poll(arrived).toEqual([1, 2, 2]);
    await expect.poll(simulators.a.pushes.pending).toBe(0);
    receiver.answers.push(403);
    person.create(once);
    await expect.poll(arrived).toEqual([1, 2, 2, 3]);
    await expect.poll(simulators.a.pushes.pending).toBe(0);
    expect(simulators.a.pushes.records.slice(-2)).toMatchObject([
      { status: 200, tries: 2 },
      { status: 403, tries: 1 },
    ]);
  });

  test('can be told to drop, double, delay and reorder its messages', async () => {
    const { arrived, person } = await watched('faults@example.com');
    const { add } = simulators.a.faults;
    add({ kind: 'drop-push' });
    person.create(once);
    add({ kind: 'double-push' });
    person.create(once);
    await expect.poll(arrived).toEqual([1, 3, 3]);
    add({ kind: 'hold-push' });
    person.create(once);
    person.create(once);
    await expect.poll(arrived).toEqual([1, 3, 3, 5, 4]);
    // Longer than a busy worker ever pauses: the next one overtakes it.
    add({ kind: 'late-push', delayMs: 2_000 });
    person.create(once);
    person.create(once);
    await expect.poll(arrived).toEqual([1, 3, 3, 5, 4, 7, 6]);
  });
});
