import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

// What Node keeps to itself of a socket: both calls answer a code of the system, 0 when all is well.
type Inner = {
  _handle?: { listen?: (backlog: number) => number; getpeername?: (out: object) => number } | null;
};

/** The pause between two looks of a server to which nobody connects. */
const pauseMs = 5;

/**
 * Resolves when no connection waits to be accepted and none can come: whoever closes the server at
 * once, before anything else is awaited, resets none. Linux lets one connection wait where the backlog
 * is 0, so one of our own that is let in is the only one, and holds the place until the server is
 * closed, which ends it. Others try again, and are refused then. Resolves without that after the
 * given time, and elsewhere than on Linux at once.
 */
export async function noneWaits(server: Server, withinMs: number): Promise<void> {
  if (process.platform !== 'linux') return;
  const { address, port } = server.address() as AddressInfo;
  const found = Promise.withResolvers<void>();
  (server as Inner)._handle?.listen?.(0);
  const look = () => {
    const own = connect(port, address).on('error', () => undefined);
    // The system has it connected by then, or did not let it in.
    process.nextTick(() => {
      if (isConnected(own) && !isUnderWay(port)) found.resolve();
      else own.destroy();
    });
  };
  // Right after one was accepted is when most likely none waits, however long a turn takes.
  server.on('connection', look);
  const again = setInterval(look, pauseMs);
  const end = setTimeout(found.resolve, withinMs);
  await found.promise;
  server.off('connection', look);
  clearInterval(again);
  clearTimeout(end);
}

const isConnected = (socket: Socket): boolean => (socket as Inner)._handle?.getpeername?.({}) === 0;

/** Says whether a caller elsewhere was let in and the last packet of its handshake is still under way. */
function isUnderWay(port: number): boolean {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/tcp', '/proc/net/tcp6'].some((file) =>
    linesOf(file).some((line) => {
      const [, from, , state] = line.trim().split(/\s+/);
      return state === synReceived && from?.endsWith(local);
    }),
  );
}

/** TCP_SYN_RECV in the kernel's list of connections. */
const synReceived = '03';

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // A system without IPv6, or one that shows nobody its connections.
    return [];
  }
}
