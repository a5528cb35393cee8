import { once } from 'node:events';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { Pool, request } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { s3Store } from '../files/s3-store.ts';
import { smtpMailer } from '../mail/mailer.ts';
import { system } from './principal.ts';

const w = await world();
const { tenantUuid } = await w.tenant();
const origin = `http://127.0.0.1:${await w.listen()}`;
const address = `${origin}/health/live`;
const pool = new Pool(origin);
afterAll(() => pool.close());
const store = s3Store({
  endpoint: origin,
  bucket: 'things',
  region: 'here',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  pathStyle: true,
});
/** Refuses every mail at once. */
const mailServer = createServer((socket) => socket.end('421 Not now\r\n')).listen(0, '127.0.0.1');
await once(mailServer, 'listening');
afterAll(() => void mailServer.close());
const { port } = mailServer.address() as AddressInfo;
const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'a@atrium.example');

const byHttp = () =>
  new Promise<unknown>((resolve, reject) => {
    get(address, (answer) => resolve(answer.resume())).on('error', reject);
  });

/** Ways in which the platform and its libraries call others. */
const ways: Record<string, () => Promise<unknown>> = {
  fetch: () => fetch(address),
  undici: () => request(address),
  'a pool of connections': () => pool.request({ path: '/health/live', method: 'GET' }),
  'node:http': byHttp,
  'the S3 client': () => store.write('a/b', Buffer.from('x'), 'image/png'),
  'the mail server': () =>
    mailer.send({
      tenantUuid,
      kind: 'MORNING',
      fromName: 'A',
      to: 'b@atrium.example',
      subject: 'A',
      text: 'A',
    } as never),
};

/** Returns everything that an error says, with its causes. */
const saidBy = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${saidBy(error.cause)}` : '';
const refusal = /was called while a transaction was open/;

describe.each(Object.entries(ways))('A call by %s', (_name, call) => {
  test('fails while the same work has a transaction open, and not after it', async () => {
    const within = w.db.asTenant(tenantUuid, system, call);
    expect(await within.then(() => '', saidBy)).toMatch(refusal);
    const deeper = w.db.asPlatform(async (tx) => {
      await tx`select 1`;
      await Promise.all([1, 2].map(() => call()));
    });
    expect(await deeper.then(() => '', saidBy)).toMatch(refusal);

    let afterwards: () => Promise<unknown> = call;
    await w.db.asPlatform(async () => {
      // Begun within, done when the transaction has ended.
      const gate = Promise.withResolvers<void>();
      const called = gate.promise.then(call);
      called.catch(() => undefined);
      afterwards = () => {
        gate.resolve();
        return called;
      };
    });
    expect(await afterwards().then(() => '', saidBy)).not.toMatch(refusal);
    expect(await call().then(() => '', saidBy)).not.toMatch(refusal);
  });
});

test('a call of somebody else is not refused for a transaction that is open beside it', async () => {
  const gate = Promise.withResolvers<void>();
  const beside = w.db.asTenant(tenantUuid, system, () => gate.promise);
  expect((await fetch(address)).status).toBe(200);
  gate.resolve();
  await beside;
});
