import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/**
 * Says what becomes of a request on its way: its answer is cut off, it is answered by nobody, or another
 * answer comes in its place, which may be cut off too.
 */
export type Accident =
  | 'ANSWER_LOST'
  | 'RESET'
  | { status: number; headers: Record<string, string>; body?: string; isCut?: boolean };

/**
 * Starts a proxy before a server of this machine. `next` makes something happen to the next request of a
 * method to a path, `always` to all of them until `calm`; `hold` keeps all answers of the API back until then. `seen` has
 * the requests that write, in order.
 */
export async function startProxy(port: number) {
  const accidents: { method: string; path: RegExp; accident: Accident; isAlways?: boolean }[] = [];
  let waiting: (() => void)[] | undefined;
  const seen: { method: string; path: string; body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((asked, answer) => {
    const { method = 'GET', url: path = '/', headers } = asked;
    const found = accidents.findIndex((each) => each.method === method && each.path.test(path));
    const { accident, isAlways } = accidents[found] ?? {};
    if (accident && !isAlways) accidents.splice(found, 1);
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => parts.push(part));
    asked.on('end', () => {
      const body = Buffer.concat(parts);
      if (method !== 'GET') seen.push({ method, path, body: body.toString(), headers });
      if (accident === 'RESET') {
        asked.socket.destroy();
        return;
      }
      if (accident && accident !== 'ANSWER_LOST') {
        const { status, headers, body: said = '{}', isCut } = accident;
        // Cut off once its beginning has been sent.
        answer.writeHead(status, headers).write(said, () => isCut && answer.destroy());
        if (!isCut) answer.end();
        return;
      }
      // A connection of its own: the server may close a kept one in the same moment.
      // Cookies are taken at the server's own address only.
      const own = { host: `localhost:${port}` };
      const sender = headers.origin ? { origin: `http://${own.host}` } : {};
      const target = {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, ...own, ...sender },
        agent: false as const,
      };
      const sent = forward(target, (given) => {
        given.on('error', () => answer.destroy());
        answer.writeHead(given.statusCode ?? 502, given.headers);
        // Once an answer has begun a browser does not ask again by itself.
        if (accident) answer.flushHeaders();
        if (accident) given.resume().on('end', () => answer.destroy());
        else if (waiting && path.startsWith('/api/')) waiting.push(() => given.pipe(answer));
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
    always(method: string, path: RegExp, accident: Accident) {
      accidents.push({ method, path, accident, isAlways: true });
    },
    hold() {
      waiting = [];
    },
    calm() {
      accidents.length = 0;
      for (const go of waiting ?? []) go();
      waiting = undefined;
    },
  };
}
