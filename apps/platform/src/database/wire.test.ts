import { expect, test } from 'vitest';
import { createNames } from './wire.ts';

const hour = 3_600_000;

test('a statement has a name from its second use on, some hundred at a time; one that nobody used for an hour makes room', () => {
  const nameOf = createNames();
  const named = (text: string, at: number) => {
    nameOf(text, at);
    return nameOf(text, at);
  };
  expect(nameOf('first', 0)).toBe(undefined);
  const first = nameOf('first', 0);
  expect(first).toMatch(/^s\d+$/);
  const names = Array.from({ length: 400 }, (_, index) => named(`statement ${index}`, 0));
  const given = names.filter((name) => name !== undefined);
  expect(given).toHaveLength(299);
  expect(new Set(given).size).toBe(given.length);
  expect(named('late', hour / 2)).toBe(undefined);

  expect(nameOf('first', hour)).toBe(first);
  const late = named('late', 2 * hour - 1);
  expect(late).toMatch(/^s\d+$/);
  expect([...given, first]).not.toContain(late);
  expect(nameOf('first', 2 * hour)).toBe(first);
});
