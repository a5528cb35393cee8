import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createVerifier } from '../auth/verifier.ts';
import { createLogger } from '../logging.ts';
import { kitProblems } from '../problem.ts';
import { createServer } from '../server.ts';

test('whoever gets a connection until the last moment before a busy server stops is answered', async () => {
  const app = await createServer({
    logger: createLogger('test', 'silent'),
    verifier: createVerifier([]),
    catalogue: kitProblems,
    publicUrl: 'https://atrium.example',
    checks: {},
    openapi: { title: 'Things', version: '1', description: '' },
    rateLimits: { enabled: false, perUserPerMinute: 1 },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;

  // No turn of the event loop is short, so connections always have time to gather.
  let busy = true;
  const keepBusy = () => {
    for (const until = performance.now() + 5; performance.now() < until; );
    if (busy) setImmediate(keepBusy);
  };
  keepBusy();
  const callers = new Worker(join(import.meta.dirname, '../../test-support/callers.ts'), {
    workerData: { port },
  });
  const ended = once(callers, 'message');
  for (let served = 0; served < 20; served += 1) await once(app.server, 'request');
  await app.drain(0.05);
  await app.close();
  busy = false;

  const [{ ANSWERED, ECONNREFUSED, ...others }] = await ended;
  expect(others).toEqual({});
  expect(ANSWERED).toBeGreaterThan(0);
  expect(ECONNREFUSED).toBeGreaterThan(0);
  await callers.terminate();
});
