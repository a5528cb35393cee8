import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const refused = { code: 'RATE_LIMITED', headers: { 'retry-after': '5' } };

test('as many run at a time as may, the others in the order they came, each name by itself', async () => {
  const turns = createTurns({ atOnce: 2 });
  const order: string[] = [];
  const take = async (name: string, label: string) => {
    const end = await turns.take(name);
    order.push(label);
    return end;
  };
  const [first, second] = await Promise.all([take('ana', '1'), take('ana', '2')]);
  const [third, fourth] = [take('ana', '3'), take('ana', '4')];
  await take('eva', 'other');
  expect(order).toEqual(['1', '2', 'other']);
  first();
  first();
  await third;
  expect(order).toEqual(['1', '2', 'other', '3']);
  second();
  await fourth;
  expect(order.at(-1)).toBe('4');
});

test('who has waited for too long, has gone, or comes while too many wait is refused, and takes no turn', async () => {
  const turns = createTurns({ atOnce: 1, longestMs: 50, mostWaiting: 2 });
  const end = await turns.take('ana');
  const leaving = new AbortController();
  const late = turns.take('ana');
  const gone = turns.take('ana', leaving.signal);
  await expect(turns.take('ana')).rejects.toMatchObject(refused);
  leaving.abort();
  await expect(gone).rejects.toMatchObject(refused);
  await expect(late).rejects.toMatchObject(refused);
  end();
  const next = await turns.take('ana');
  next();
});
