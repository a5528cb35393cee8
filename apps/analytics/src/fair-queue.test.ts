import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

test('tenants are served in turns, each in its own order', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2']) queue.push(item.charAt(0), item);
  expect(queue.take(5)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2']);
  queue.push('b', 'b2');
  expect(queue.take(9)).toEqual(['a3', 'b2', 'a4']);
  expect([queue.size, queue.take(1)]).toEqual([0, []]);
});

test('a turn can be several items long', () => {
  const queue = createFairQueue<number>();
  for (let item = 0; item < 6; item++) queue.push('a', item);
  queue.push('b', 100);
  expect(queue.take(4, 3)).toEqual([0, 1, 2, 100]);
});

test('what waits can leave, what was taken cannot', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
  queue.take(1);
  expect([queue.remove('a', 'a1'), queue.remove('a', 'a2')]).toEqual([false, true]);
  expect([queue.sizeOf('a'), queue.take(5)]).toEqual([1, ['a3']]);
});
