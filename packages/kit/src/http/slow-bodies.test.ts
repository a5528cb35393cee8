import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { afterAll, expect, test } from 'vitest';
import { createVerifier } from '../auth/verifier.ts';
import { createLogger } from '../logging.ts';
import { kitProblems } from '../problem.ts';
import { createServer, type Server } from '../server.ts';
import type { TrustProxy } from './trusted-proxies.ts';

const limits = { enabled: true, unfinished: 20, connections: 50 };
const servers: Server[] = [];
const sockets: Socket[] = [];
afterAll(async () => {
  for (const each of sockets) each.destroy();
  await Promise.all(servers.map((each) => each.close()));
});

/** Starts a server at which requests have a minute to come whole, unless something else is stated. */
async function start(
  addressLimits: typeof limits | undefined,
  {
    trustProxy,
    requestTimeoutMs = 60_000,
  }: { trustProxy?: TrustProxy; requestTimeoutMs?: number } = {},
) {
  const app = await createServer({
    logger: createLogger('test', 'silent'),
    verifier: createVerifier([]),
    catalogue: kitProblems,
    publicUrl: 'https://atrium.example',
    checks: {},
    openapi: { title: 'Things', version: '1', description: '' },
    rateLimits: { enabled: false, perUserPerMinute: 1 },
    ...(addressLimits ? { addressLimits } : {}),
    ...(trustProxy ? { trustProxy } : {}),
    requestTimeoutMs,
  });
  const body = Type.Object({ name: Type.String() });
  app.post('/things', { config: { public: true }, schema: { body } }, async () => ({}));
  app.get('/lasting', { config: { public: true, lasts: true } }, (_request, reply) => {
    reply.type('text/event-stream');
    return Readable.from(lasting());
  });
  servers.push(app);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, origin, port: (app.server.address() as AddressInfo).port };
}

/** Begins at once, and ends never. */
async function* lasting() {
  yield ':\n\n';
  await new Promise(() => undefined);
}

/** Sends the beginning of requests by connections of their own; answers what comes back on each. */
function beginRequests(port: number, count: number, from = '127.0.0.1', begin = unfinished) {
  return Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    const state = { answer: '', closed: false, socket };
    sockets.push(socket.on('error', () => undefined));
    socket.on('data', (data) => {
      state.answer += data;
    });
    socket.on('close', () => {
      state.closed = true;
    });
    socket.write(begin);
    return state;
  });
}
const unfinished =
  'POST /things HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{';
const connectionsOf = (app: Server) =>
  new Promise((done) => app.server.getConnections((_error, count) => done(count)));

const works = async (origin: string) => [
  (await fetch(`${origin}/health/live`)).status,
  (
    await fetch(`${origin}/things`, {
      method: 'POST',
      body: '{"name":"a"}',
      headers: { 'content-type': 'application/json' },
    })
  ).status,
];

test('requests whose bodies never come take nobody’s place, and end with their connections in time', async () => {
  const { app, origin, port } = await start(undefined, { requestTimeoutMs: 5_000 });
  const slow = beginRequests(port, 1_010);
  await expect.poll(() => connectionsOf(app)).toBe(1_010);
  expect(await works(origin)).toEqual([200, 200]);
  await expect.poll(() => slow.every(({ closed }) => closed)).toBe(true);
  expect(slow.map(({ answer }) => answer.slice(9, 12)).every((status) => status === '408')).toBe(
    true,
  );
});

test('one address has so many unfinished requests and no more; others are served', async () => {
  const { origin, port } = await start(limits);
  const slow = beginRequests(port, 40, '127.0.0.2');
  const refused = () => slow.filter(({ answer, closed }) => closed && answer.includes(' 429 '));
  await expect.poll(() => refused().length).toBe(20);
  expect(refused()[0]?.answer.toLowerCase()).toContain('retry-after: 5');
  expect(await works(origin)).toEqual([200, 200]);
  for (const { socket } of slow) socket.destroy();
  const later = beginRequests(
    port,
    20,
    '127.0.0.2',
    unfinished.replace('50', '12').replace('{', '{"name":"a"}'),
  );
  await expect.poll(() => later.filter(({ answer }) => answer.includes(' 200 ')).length).toBe(20);
});

test('one address has so many connections and no more; others are served', async () => {
  const { origin, port } = await start(limits);
  const idle = beginRequests(port, 60, '127.0.0.3', '');
  await expect.poll(() => idle.filter(({ closed }) => closed).length).toBe(10);
  expect(idle.find(({ closed }) => closed)?.answer).toContain('RATE_LIMITED');
  expect(await works(origin)).toEqual([200, 200]);
});

test('a trusted proxy is not counted, but those it speaks for are', async () => {
  const trusted: TrustProxy = (address) => address === '127.0.0.4';
  const { port } = await start(limits, { trustProxy: trusted });
  const through = (caller: string) =>
    unfinished.replace('host: a', `host: a\r\nx-forwarded-for: ${caller}`);
  const slow = [
    ...beginRequests(port, 30, '127.0.0.4', through('203.0.113.1')),
    ...beginRequests(port, 20, '127.0.0.4', through('203.0.113.2')),
    ...beginRequests(port, 30, '127.0.0.4', unfinished),
  ];
  await expect.poll(() => slow.filter(({ answer }) => answer.includes(' 429 ')).length).toBe(10);
  expect(slow.slice(30).filter(({ closed }) => closed)).toEqual([]);
});

test('a connection whose answer goes on while it is read is none of its address, until it has ended', async () => {
  const { app, origin, port } = await start(limits);
  const asking = 'GET /lasting HTTP/1.1\r\nhost: a\r\n\r\n';
  const listening = beginRequests(port, limits.connections, '127.0.0.1', asking);
  await expect.poll(() => listening.every(({ answer }) => answer.includes(' 200 '))).toBe(true);
  expect(await works(origin)).toEqual([200, 200]);
  const others = beginRequests(
    port,
    limits.connections,
    '127.0.0.1',
    'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n',
  );
  await expect
    .poll(() => others.filter(({ answer }) => answer.includes(' 429 ')).length)
    .toBeLessThan(5);
  for (const { socket } of [...listening, ...others]) socket.destroy();
  await expect.poll(() => connectionsOf(app)).toBeLessThan(3);
  expect(await works(origin)).toEqual([200, 200]);
});
