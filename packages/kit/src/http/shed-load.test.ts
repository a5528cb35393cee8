import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { shedLoad } from './shed-load.ts';

// A twentieth of what is borne in earnest.
const short = { lagMs: 150, sampleMs: 50 };

test('a process that stood still serves the first 200 who wait, and turns a greater crowd away', async () => {
  const app = fastify();
  await app.register(shedLoad, short);
  const gate = Promise.withResolvers<void>();
  app.get('/', () => gate.promise.then(() => ({})));
  await app.ready();
  await lag(app);
  const crowd = Array.from({ length: 250 }, () => app.inject('/'));
  await expect.poll(() => Promise.race(crowd).then(({ statusCode }) => statusCode)).not.toBe(200);
  gate.resolve();
  const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode);
  expect(statuses.slice(0, 200)).toEqual(Array(200).fill(200));
  expect(statuses.slice(200)).not.toContain(200);
  await app.close();
});

test('who gave up waiting counts no more', async () => {
  const app = fastify();
  await app.register(shedLoad, short);
  const gate = Promise.withResolvers<void>();
  app.get('/', () => gate.promise.then(() => ({})));
  const address = await app.listen({ port: 0 });
  const leaving = new AbortController();
  const gone = Array.from({ length: 250 }, () => fetch(address, { signal: leaving.signal }));
  let reached = 0;
  app.server.on('request', () => {
    reached += 1;
  });
  await expect.poll(() => reached).toBe(250);
  leaving.abort();
  await Promise.allSettled(gone);
  const connections = () => {
    // Whoever was turned away, since many at once made the process lag, keeps an idle one.
    app.server.closeIdleConnections();
    return new Promise((done) => app.server.getConnections((_error, count) => done(count)));
  };
  await expect.poll(connections).toBe(0);
  gate.resolve();
  for (let call = 0; call < 250; call++) await app.inject('/');
  await lag(app);
  expect((await app.inject('/')).statusCode).toBe(200);
  await app.close();
});

/** Blocks the event loop until the delay shows: it is a mean since the last measurement. */
async function lag(app: { isUnderPressure(): boolean }): Promise<void> {
  for (let time = 0; time < 40 && !app.isUnderPressure(); time++) {
    const end = performance.now() + 250;
    while (performance.now() < end);
    await new Promise((turn) => setTimeout(turn, 1));
  }
  expect(app.isUnderPressure()).toBe(true);
}
