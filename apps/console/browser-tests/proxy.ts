import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** Says what becomes of a request on its way: its answer is cut off, or another one comes in its place. */
export type Accident = 'ANSWER_LOST' | { status: number; headers: Record<string, string> };

/**
 * Starts a proxy before a server of this machine. `next` makes something happen to the next request of a
 * method to a path; `seen` has the requests that write, in order.
 */
export async function startProxy(port: number) {
  const accidents: { method: string; path: RegExp; accident: Accident }[] = [];
  const seen: { method: string; path: string; body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((asked, answer) => {
    const { method = 'GET', url: path = '/', headers } = asked;
    const found = accidents.findIndex((each) => each.method === method && each.path.test(path));
    const accident = found < 0 ? undefined : accidents.splice(found, 1)[0]?.accident;
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => parts.push(part));
    asked.on('end', () => {
      const body = Buffer.concat(parts);
      if (method !== 'GET') seen.push({ method, path, body: body.toString(), headers });
      if (accident && accident !== 'ANSWER_LOST') {
        answer.writeHead(accident.status, accident.headers).end('{}');
        return;
      }
      // A connection of its own: the server may close a kept one in the same moment.
      const target = { host: '127.0.0.1', port, method, path, headers, agent: false as const };
      const sent = forward(target, (given) => {
        given.on('error', () => answer.destroy());
        answer.writeHead(given.statusCode ?? 502, given.headers);
        // Once an answer has begun a browser does not ask again by itself.
        if (accident) answer.flushHeaders();
        if (accident) given.resume().on('end', () => answer.destroy());
        else given.pipe(answer);
      });
      sent.on('error', () => answer.destroy());
      sent.end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    seen,
    next(method: string, path: RegExp, accident: Accident) {
      accidents.push({ method, path, accident });
    },
  };
}
