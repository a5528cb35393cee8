import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { stalledReaders } from './stalled-readers.ts';

const patient = { timeout: 60_000 };
const piece = 'a'.repeat(65_536);

/** Starts a server with an endless answer, a long whole one, and an answer that pauses. */
async function start(stalledMs: number) {
  const app = fastify();
  await app.register(stalledReaders, { stalledMs });
  const ended: string[] = [];
  const gate = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield piece;
    } finally {
      ended.push('endless');
    }
  }
  async function* pausing() {
    yield 'begun';
    await gate.promise;
    yield ' and ended';
  }
  app.get('/endless', (_request, reply) => reply.send(Readable.from(endless())));
  app.get('/pausing', (_request, reply) => reply.send(Readable.from(pausing())));
  app.get('/whole', async () => piece.repeat(1_000));
  const opened: object[] = [];
  app.server.on('connection', (socket: object) => opened.push(socket));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, opened, ended, gate };
}

function ask(port: number, path: string) {
  const socket = connect({ port, host: '127.0.0.1' });
  const state = { closed: false, received: 0, socket };
  socket.on('error', () => undefined);
  socket.on('close', () => {
    state.closed = true;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  return state;
}

const connectionsOf = (app: Awaited<ReturnType<typeof start>>['app']) =>
  new Promise((done) => app.server.getConnections((_error, count) => done(count)));

test('a reader that has stopped is cut off, whether its answer streams or is whole', async () => {
  const { app, port, opened, ended } = await start(200);
  // Nothing is read: there is no listener of data.
  ask(port, '/endless');
  ask(port, '/whole');
  await expect.poll(() => opened.length, patient).toBe(2);
  await expect.poll(() => connectionsOf(app), patient).toBe(0);
  // The source hears of it a turn after the connection is gone.
  await expect.poll(() => ended, patient).toEqual(['endless']);
  await app.close();
});

test('a reader that goes on reading stays, and so does one who waits for the server', async () => {
  const { app, port, opened, gate } = await start(4_000);
  const waiting = ask(port, '/pausing');
  const steady = ask(port, '/endless');
  waiting.socket.resume();
  steady.socket.on('data', (data) => {
    steady.received += data.length;
    steady.socket.pause();
    setImmediate(() => steady.socket.resume());
  });
  const stopped = ask(port, '/endless');
  await expect.poll(() => opened.length, patient).toBe(3);
  await expect.poll(() => connectionsOf(app), patient).toBe(2);
  expect([waiting.closed, steady.closed]).toEqual([false, false]);
  const before = steady.received;
  await expect.poll(() => steady.received, patient).toBeGreaterThan(before);
  gate.resolve();
  for (const { socket } of [waiting, steady, stopped]) socket.destroy();
  await app.close();
});
