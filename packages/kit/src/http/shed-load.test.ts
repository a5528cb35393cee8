import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { shedLoad } from './shed-load.ts';

test('a process that stood still serves the first 200 who wait, and turns a greater crowd away', async () => {
  const app = fastify();
  await app.register(shedLoad);
  const gate = Promise.withResolvers<void>();
  app.get('/', () => gate.promise.then(() => ({})));
  await app.ready();
  standStill(4_000);
  await expect.poll(() => app.isUnderPressure(), { interval: 1 }).toBe(true);
  const crowd = Array.from({ length: 250 }, () => app.inject('/'));
  await expect.poll(() => Promise.race(crowd).then(({ statusCode }) => statusCode)).not.toBe(200);
  gate.resolve();
  const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode);
  expect(statuses.slice(0, 200)).toEqual(Array(200).fill(200));
  expect(statuses.slice(200)).not.toContain(200);
  await app.close();
});

function standStill(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
