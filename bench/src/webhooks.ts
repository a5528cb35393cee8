import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '@atrium/api-client/test-support/call-api.ts';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { furnish } from './platform.ts';

const [perSecond, seconds, atOnce, warmUpSeconds] = [500, 15, 32, 3];

/**
 * Makes changes over HTTP at a rate, and measures how long after its commit each is at an endpoint
 * that answers at once: the clock of the event and that of the receiver are one.
 */
export async function measureWebhooks({ check, print }: Goals, dataDir: string): Promise<void> {
  const delays: number[] = [];
  const receiver = createServer(async (request, response) => {
    const at = Date.now();
    const { timestamp } = JSON.parse(await text(request));
    delays.push(at - Date.parse(timestamp));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;

  const atrium = await startAtrium(dataDir, { DEMO: 'off' });
  const { root, headers, tenantUuid } = await furnish(atrium.address, dataDir);
  const call = ask(atrium.address);
  const endpoint = { url: `http://127.0.0.1:${port}/`, eventTypes: ['task.created'] };
  const created = await call('POST', '/api/webhook-endpoints', endpoint, {
    ...root,
    'x-tenant-uuid': tenantUuid,
  });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));

  const total = perSecond * seconds;
  const began = performance.now();
  let next = 0;
  const work = async () => {
    for (let at = next++; at < total; at = next++) {
      await pause(Math.max(0, began + (at * 1_000) / perSecond - performance.now()));
      const { status, body } = await call('POST', '/api/tasks', { title: `Task ${at}` }, headers);
      if (status !== 201) throw new Error(JSON.stringify(body));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const rate = total / ((performance.now() - began) / 1_000);
  const deadline = performance.now() + 60_000;
  while (delays.length < total && performance.now() < deadline) await pause(50);
  await atrium.stop();
  receiver.closeAllConnections();
  receiver.close();

  const sorted = delays.slice(perSecond * warmUpSeconds).toSorted((one, other) => one - other);
  const p = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN) / 1_000;
  print(`        ${rate.toFixed(0)} changes a second, p95 ${p(0.95)} s, the last ${p(1 - 1e-9)} s`);
  check('webhooks, messages that arrived', delays.length, '', { atLeast: total });
  check('webhooks, change to endpoint, median', p(0.5), 's', { atMost: 1 });
}
