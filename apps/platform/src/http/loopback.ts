import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Lets a server that listens on 127.0.0.1 or ::1 be reached at the other of the two as well, which
 * a browser may try first for `localhost`. Resolves to the function that ends it. A machine without
 * the other address, as one without IPv6, is no error; a port taken there is.
 */
export async function answerAtLocalhost(server: Server): Promise<() => void> {
  const { address, port } = server.address() as AddressInfo;
  const other = { '127.0.0.1': '::1', '::1': '127.0.0.1' }[address];
  if (!other) return () => undefined;
  // The connections are the HTTP server's own from here on, with all its limits.
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  try {
    second.listen({ host: other, port });
    await once(second, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) throw error;
  }
  return () => void second.close();
}
