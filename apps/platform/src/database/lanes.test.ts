import { expect, test } from 'vitest';
import type { Connection, Connections } from './connections.ts';
import { openLanes } from './lanes.ts';

/** Lanes over connections that are only told apart, and statements that end when they are told to. */
function sharing(options: { count: number; fill: number }) {
  let opened = 0;
  const free: Connection[] = [];
  const acquire = async () => free.pop() ?? ({ usedAt: ++opened } as Connection);
  const connections = { acquire, release: (each: Connection) => void free.push(each) };
  const lanes = openLanes({ connections: connections as unknown as Connections, ...options });
  const taken: number[] = [];
  const begin = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = async (connection: Connection) => {
      taken.push(connection.usedAt);
      await promise;
    };
    const ended = lanes.run(work);
    return async () => {
      resolve();
      await ended;
    };
  };
  return { begin, taken };
}

const tick = (ms = 0) => new Promise((later) => setTimeout(later, ms));

test('statements fill a connection before another is taken, then go where the fewest are', async () => {
  const { begin, taken } = sharing({ count: 2, fill: 3 });
  const ends = [];
  for (let n = 0; n < 8; n++) {
    ends.push(begin());
    await tick();
  }
  expect(taken).toEqual([1, 1, 1, 2, 2, 2, 1, 2]);
  for (const end of ends) await end();
});

test('behind one that takes long come no others while another connection flows', async () => {
  const { begin, taken } = sharing({ count: 2, fill: 12 });
  const long = begin();
  await tick(20);
  for (let n = 0; n < 3; n++) {
    const end = begin();
    await tick();
    await end();
  }
  expect(taken).toEqual([1, 2, 2, 2]);
  await long();
});

test('with a fill of one they are spread', async () => {
  const { begin, taken } = sharing({ count: 3, fill: 1 });
  const ends = Array.from({ length: 4 }, begin);
  await tick();
  expect(taken).toEqual([1, 2, 3, 1]);
  for (const end of ends) await end();
});
