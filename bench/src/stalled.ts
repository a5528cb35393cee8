import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Headers } from '@atrium/api-client/test-support/call-api.ts';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { openHostileFirm } from './hostile-firm.ts';
import { furnish } from './platform.ts';

/** A person reads two exports at a time at most, so each of these begins two. */
const [people, contacts, goalMb] = [75, 30_000, 200];
const exportsOf = 2;

/**
 * 150 readers of a large firm's exports that take the first bytes and then nothing: what the platform and
 * analytics hold for them, beyond what they held before, at the most of half a minute.
 */
export async function measureStalled({ check, print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off' });
  try {
    const { root } = await furnish(atrium.address, dataDir);
    const firm = await openHostileFirm(atrium, root, { people, contacts });
    const used = async () => (await atrium.memory()).reduce((sum, { mb }) => sum + mb, 0);
    await atrium.idle();
    const before = await used();
    const readers = firm.people.flatMap((headers) =>
      Array.from({ length: exportsOf }, () => stall(atrium.address, headers)),
    );
    let most = 0;
    for (let second = 0; second < 28; second++) {
      await pause(1_000);
      most = Math.max(most, await used());
    }
    const begun = readers.filter(({ hasBegun }) => hasBegun()).length;
    for (const { socket } of readers) socket.destroy();
    await atrium.idle();
    print(
      `        ${begun} of ${readers.length} exports had begun; ${(await used()).toFixed(0)} MB once they were closed`,
    );
    check('memory for 150 stalled readers of exports', most - before, 'MB', { atMost: goalMb });
  } finally {
    await atrium.stop();
  }
}

/** Asks for an export and reads nothing of it. */
function stall(address: string, headers: Headers) {
  const { hostname, port } = new URL(address);
  const lines = Object.entries({ ...headers, host: 'a', 'content-type': 'application/json' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const socket: Socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' });
  let bytes = 0;
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    bytes += part.length;
    socket.pause();
  });
  socket.write(`POST /api/v2/contacts/export HTTP/1.1\r\n${head}content-length: 2\r\n\r\n{}`);
  return { socket, hasBegun: () => bytes > 1_000 };
}
