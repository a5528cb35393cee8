import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { atEndOfFile } from './at-end-of-file.ts';

/** Returns the address of a database at a port of the loopback interface, which leads to the server's socket until the file is done. */
export async function overTcp(address: string): Promise<URL> {
  const url = new URL(address);
  const folder = url.searchParams.get('host');
  if (!folder) return url;
  const server = createServer((near) => {
    const far = connect(join(folder, '.s.PGSQL.5432'));
    near.pipe(far).pipe(near);
    for (const [each, other] of [
      [near, far],
      [far, near],
    ] as const) {
      each.on('error', () => undefined);
      each.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEndOfFile(() => void server.close());
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return url;
}
