import { expect, test } from 'vitest';
import { timeLeft } from './progress.ts';

test('the time left counts all the time so far, in which an import waited for limits, too', () => {
  // A minute for 6,000 events, most of it waiting, and ten times as many to come.
  expect(timeLeft(60_000, 6_000, 60_000)).toBe('about 10 min left');
  expect(timeLeft(60_000, 6_000, 600)).toBe('about 6 s left');
  expect(timeLeft(60_000, 10, 10_000)).toBe('about 16.7 h left');
  expect([timeLeft(1_000, 0, 10), timeLeft(1_000, 10, 0)]).toEqual(['', '']);
});
