import { expect, test } from 'vitest';
import { createBloomFilter } from './bloom-filter.ts';

const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

test.each([20_000, 0])(
  'holds all it was given and little else, made for %i identifiers',
  (room) => {
    const filter = createBloomFilter(room);
    const held = ids(20_000);
    for (const id of held) filter.add(id);
    expect(held.every((id) => filter.mayHold(id))).toBe(true);
    const wrong = ids(20_000).filter((id) => filter.mayHold(id)).length;
    expect(wrong).toBeLessThan(room === 0 ? 100 : 40);
    expect(filter.bytes / held.length).toBeLessThan(room === 0 ? 6 : 3.1);
  },
);

test('identifiers that differ in one digit are told apart', () => {
  const filter = createBloomFilter(10_000);
  const idOf = (index: number) => `01a1f95e-adc0-7137-8000-${index.toString(16).padStart(12, '0')}`;
  for (let index = 0; index < 10_000; index++) filter.add(idOf(index * 2));
  const wrong = Array.from({ length: 10_000 }, (_, index) => filter.mayHold(idOf(index * 2 + 1)));
  expect(wrong.filter(Boolean).length).toBeLessThan(150);
});
