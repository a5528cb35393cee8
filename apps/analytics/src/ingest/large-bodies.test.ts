import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { largeAtOnce, largeBodies } from './large-bodies.ts';

const packed = { 'content-encoding': 'gzip', 'content-length': '200000' };

test('few large bodies of a tenant are read at a time, and the others wait for those', async () => {
  const hook = largeBodies();
  const read: string[] = [];
  const send = (tenantUuid: string, headers: object) => {
    const raw = new EventEmitter();
    const request = { headers, caller: { tenantUuid } } as unknown as FastifyRequest;
    const asked = hook(request, { raw } as unknown as FastifyReply, {} as never);
    const outcome = asked.then(
      () => void read.push(tenantUuid),
      ({ code }) => void read.push(code),
    );
    return { answer: () => raw.emit('close'), outcome };
  };
  const many = Array.from({ length: largeAtOnce + 2 }, () => send('one', packed));
  await turn();
  expect(read).toHaveLength(largeAtOnce);
  // Those of others, and small ones, are read at once.
  const small = [
    { 'content-length': '200000' },
    { 'content-encoding': 'gzip', 'content-length': '2000' },
  ];
  for (const headers of small) await send('one', headers).outcome;
  for (const headers of [
    packed,
    { 'transfer-encoding': 'chunked' },
    { 'content-length': '900000' },
  ])
    await send('other', headers).outcome;
  expect(read).toHaveLength(largeAtOnce + 5);
  // One that is answered gives its place to the next; who went away while waiting takes none.
  many.at(-2)?.answer();
  await many.at(-2)?.outcome;
  expect(read.at(-1)).toBe('RATE_LIMITED');
  many[0]?.answer();
  await many.at(-1)?.outcome;
  expect(read.at(-1)).toBe('one');
});
