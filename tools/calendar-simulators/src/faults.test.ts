import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '../test-support/sign-in.ts';
import { startSimulators } from './start-simulators.ts';

const eachProvider = [
  { kind: 'a', provider: 'Google' },
  { kind: 'b', provider: 'Microsoft' },
] as const;
const simulators = await startSimulators({ httpPushes: true });
afterAll(simulators.close);
const email = 'ana@example.com';
const time = (hour: number) => ({ dateTime: `2026-12-01T${hour}:00:00`, timeZone: 'UTC' });
const bodies = {
  a: { summary: 'x', start: time(10), end: time(11) },
  b: { subject: 'x', start: time(10), end: time(11) },
};
const paths = { a: '/calendar/v3/calendars/primary/events', b: '/v1.0/me/events' };

describe.each(eachProvider)('On demand, $provider', async ({ kind }) => {
  const simulator = simulators[kind];
  const { access_token } = await signIn(simulators, kind, email);
  const create = (token = access_token, signal: AbortSignal | null = null) =>
    fetch(`${simulator.url}${paths[kind]}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodies[kind]),
      signal,
    });
  const count = () => simulator.person(email).events().length;
  beforeEach(() => simulator.faults.clear());

  test('fails before the change is made, or after', async () => {
    const before = count();
    simulator.faults.add({ kind: 'fail-before', operation: 'events.*', status: 500 });
    expect((await create()).status).toBe(500);
    expect(count()).toBe(before);
    simulator.faults.add({ kind: 'fail-after', operation: 'events.*' });
    const answered = await create();
    expect(answered.status).toBe(503);
    expect(await answered.json()).toHaveProperty('error.message');
    expect(count()).toBe(before + 1);
    expect((await create()).ok).toBe(true);
  });

  test('hangs up or is slow after the change was made', async () => {
    const before = count();
    simulator.faults.add({ kind: 'hang-up-after', operation: 'events.*' });
    await expect(create()).rejects.toThrow();
    simulator.faults.add({ kind: 'slow-after', operation: 'events.*', delayMs: 5_000 });
    await expect(create(access_token, AbortSignal.timeout(300))).rejects.toThrow();
    expect(count()).toBe(before + 2);
    simulator.faults.add({ kind: 'slow-before', operation: 'events.*', delayMs: 1_000 });
    await expect(create(access_token, AbortSignal.timeout(100))).rejects.toThrow();
    expect(count()).toBe(before + 2);
  });

  test('limits the rate, and says when to come back', async () => {
    simulator.faults.add({ kind: 'rate-limit', retryAfterSeconds: 7, times: 2 });
    for (let each = 0; each < 2; each += 1) {
      const answered = await create();
      expect([answered.status, answered.headers.get('retry-after')]).toEqual([429, '7']);
    }
    simulator.faults.add({ kind: 'rate-limit', status: 403 });
    const { error } = (await (await create()).json()) as { error: { errors?: unknown[] } };
    if (kind === 'a')
      expect(error.errors).toEqual([
        expect.objectContaining({ domain: 'usageLimits', reason: 'rateLimitExceeded' }),
      ]);
    expect((await create()).ok).toBe(true);
  });

  test('lets an access token expire', async () => {
    const { access_token: another } = await signIn(simulators, kind, email);
    simulator.faults.add({ kind: 'expire-access-token', account: email });
    expect((await create(another)).status).toBe(401);
    expect((await create(another)).status).toBe(401);
    expect((await create()).ok).toBe(true);
    simulator.expireAccessTokens(email);
    expect((await create()).status).toBe(401);
  });
});

test('A fault with a probability strikes by its seed', async () => {
  const runs = await Promise.all(
    [7, 7, 8].map(async (seed) => {
      const each = await startSimulators({ httpPushes: true, seed });
      each.a.faults.add({ kind: 'drop-push', probability: 0.5, times: null });
      const struck = Array.from(
        { length: 32 },
        () => each.a.faults.strike('drop-push') !== undefined,
      );
      await each.close();
      return struck.map(Number).join('');
    }),
  );
  expect(runs[0]).toBe(runs[1]);
  expect(runs[0]).not.toBe(runs[2]);
  expect(runs[0]).toMatch(/01|10/);
});

test('A skewed clock shows in what a provider stamps', () => {
  simulators.a.clock.skew(-3_600_000);
  const person = simulators.a.person('skew@example.com');
  const { updatedMs } = person.create({ title: 'x', start: '2026-12-01', end: '2026-12-02' });
  simulators.a.clock.skew(0);
  expect(Date.now() - updatedMs).toBeGreaterThanOrEqual(3_600_000);
});
