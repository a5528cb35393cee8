import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

test('of many at once some run, some wait, and the rest are told to come again', async () => {
  const inTurn = takeTurns({ atOnce: 2, mostWaiting: 5, longestMs: 10_000 });
  let [running, most] = [0, 0];
  const work = async (at: number) => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
    if (at === 1) throw new Error('failed by itself');
    return at;
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => inTurn(() => work(at))),
  );
  const codes = outcomes.map((each) =>
    each.status === 'fulfilled' ? 'done' : (each.reason.code ?? 'failed'),
  );
  expect(codes).toEqual([
    'done',
    'failed',
    'done',
    'done',
    'done',
    'done',
    'done',
    'OVERLOADED',
    'OVERLOADED',
    'OVERLOADED',
  ]);
  expect(most).toBe(2);
  expect(await inTurn(async () => 'again')).toBe('again');
});

test('nobody waits for longer than allowed, and the turn goes to the next', async () => {
  const inTurn = takeTurns({ atOnce: 1, mostWaiting: 5, longestMs: 50 });
  const gate = Promise.withResolvers<void>();
  const first = inTurn(() => gate.promise);
  const late = inTurn(async () => 'late');
  await expect(late).rejects.toMatchObject({ code: 'OVERLOADED', headers: { 'retry-after': '2' } });
  const next = inTurn(async () => 'next');
  gate.resolve();
  await first;
  expect(await next).toBe('next');
});
