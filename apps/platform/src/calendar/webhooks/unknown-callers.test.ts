import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { world } from '../../../test-support/world.ts';

const lines: string[] = [];
const logTo = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
const w = await world({ LOG_LEVEL: 'info' }, { logTo });
const a = '/api/v1/webhooks/provider_a';
const b = '/api/v1/webhooks/provider_b';

/** Says what was logged of notifications by a request, and whatever holds what its caller wrote. */
async function logOf(request: () => Promise<unknown>): Promise<string[]> {
  const before = lines.length;
  await request();
  return lines.slice(before).filter((line) => /"notifications"|wrote-this/.test(line));
}

test('A thousand unknown notifications are one line in the log, with nothing that the caller wrote', async () => {
  const value = Array.from({ length: 1_000 }, () => ({
    clientState: `${randomUUID()}.wrote-this`,
    subscriptionId: 'wrote-this',
    lifecycleEvent: 'wrote-this',
  }));
  const logged = await logOf(() => w.anonymous.post(b, { value }));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('"unknown":1000');
  expect(logged[0]).not.toContain('wrote-this');
});

test('Identifiers that cannot be ours, malformed ones and other bodies are answered and counted', async () => {
  const value = ['x', "'; drop", 7, null, { clientState: 7 }, { clientState: 'no.uuid' }];
  const logged = await logOf(() => w.anonymous.post(b, { value }));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('"malformed":6');
  for (const body of [{}, { value: [] }, { value: {} }])
    expect(await logOf(() => w.anonymous.post(b, body))).toEqual([]);
});

test('An unknown channel of Google is 403 whatever its identifier, and none of it is logged', async () => {
  for (const id of [randomUUID(), 'wrote-this', `${'9'.repeat(5_000)}`]) {
    const headers = { 'x-goog-channel-id': id, 'x-goog-channel-token': 'wrote-this' };
    const logged = await logOf(async () => {
      const { status, body } = await w.anonymous.post(a, undefined, headers);
      expect([status, body.code]).toEqual([403, 'UNKNOWN_CHANNEL']);
    });
    expect(logged.join()).not.toContain('wrote-this');
  }
});
