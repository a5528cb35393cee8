import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import { afterAll, describe, expect, test } from 'vitest';
import { createVerifier } from '../auth/verifier.ts';
import { createLogger } from '../logging.ts';
import { kitProblems } from '../problem.ts';
import { createServer, type Server } from '../server.ts';

const lines: string[] = [];
const gate = Promise.withResolvers<void>();
const app = await start();
afterAll(() => app.close());

async function start(): Promise<Server> {
  const server = await createServer({
    logger: createLogger('test', 'trace', { write: (line) => void lines.push(line) }),
    verifier: createVerifier([]),
    catalogue: kitProblems,
    publicUrl: 'https://atrium.example',
    checks: {},
    openapi: { title: 'Things', version: '1', description: '' },
    rateLimits: { enabled: false, perUserPerMinute: 1 },
    requestTimeoutMs: 1_000,
  });
  const config = { public: true };
  const body = Type.Object({ name: Type.String() });
  server.post('/things', { config, schema: { body } }, async (request) => request.body);
  server.get('/things/:name', { config }, async (request) => request.params);
  server.get('/slow', { config }, () => gate.promise.then(() => ({})));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
}

/** Counts the connections that the server still keeps. */
const connections = () =>
  new Promise((done) => app.server.getConnections((_error, count) => done(count)));

/** Sends bytes as they are and answers all that comes back until the connection closes. */
async function sendRaw(bytes: string | Buffer, to = app): Promise<string> {
  const { port } = to.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const answer = text(socket);
  socket.on('error', () => undefined);
  socket.write(bytes);
  return answer;
}

function problemIn(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain('application/problem+json');
  return { ...JSON.parse(body), head };
}

const post = 'POST /things HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';
const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers}\r\n`;

describe('a connection', () => {
  test.each([
    [
      'that speaks no HTTP',
      '\u0016\u0003\u0001\u0002\u0000 client hello\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
    ],
    ['without Host', 'GET /things/a HTTP/1.1\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['without Host, to nowhere', 'GET /nowhere HTTP/1.1\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'with a method there is not',
      'FETCH /things HTTP/1.1\r\nhost: a\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'that asks for a tunnel',
      'CONNECT a.example:443 HTTP/1.1\r\nhost: a\r\n\r\n',
      405,
      'METHOD_NOT_ALLOWED',
    ],
    ['with two hosts', get('/things/a', 'host: b\r\n'), 400, 'MALFORMED_REQUEST'],
    ...['a b', 'a@b', 'a,b', 'a:b', 'a:65536', '[::1', '[zz]', 'a..b', '.', 'a%41', 'a\\b'].flatMap(
      (host): [string, string, number, string][] => [
        [
          `with the host ${host}`,
          `GET /things/a HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
          400,
          'MALFORMED_REQUEST',
        ],
        [
          `with the host ${host} in its request line`,
          `GET http://${host}/things/a HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
          400,
          'MALFORMED_REQUEST',
        ],
      ],
    ),
    ...['ftp', 'ws', 'file', 'httpx'].map((scheme): [string, string, number, string] => [
      `with an address of ${scheme}`,
      get(`${scheme}://a/things/a`),
      400,
      'MALFORMED_REQUEST',
    ]),
    [
      'with two lengths',
      `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'with a length and chunks',
      `${post}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'with a header in two lines',
      get('/things/a', 'x-a: b\r\n c\u0000\r\n'),
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'with one header too large',
      get('/things/a', `x-a: ${'a'.repeat(20_000)}\r\n`),
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'with a flood of headers',
      get('/things/a', Array.from({ length: 4_000 }, (_, at) => `x-${at}: a\r\n`).join('')),
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['whose body never comes', `${post}content-length: 50\r\n\r\n{"na`, 408, 'REQUEST_TIMEOUT'],
    [
      'whose headers never end',
      'GET /things/a HTTP/1.1\r\nhost: a\r\nx-slow:',
      408,
      'REQUEST_TIMEOUT',
    ],
    ['with an address that is no text', get('/things/%zz'), 400, 'VALIDATION_FAILED'],
    [
      'with an address in other bytes than UTF-8',
      get('/things/%ED%A0%80'),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'with an address too long for a name',
      get(`/things/${'a'.repeat(3_500)}`),
      414,
      'URI_TOO_LONG',
    ],
  ])('%s is answered by a problem document and closed', async (_title, bytes, status, code) => {
    const problem = problemIn(await sendRaw(bytes));
    expect([problem.status, problem.code]).toEqual([status, code]);
    expect(problem.head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(problem.message && problem.timestamp && problem.requestId).toBeTruthy();
    await expect.poll(connections).toBe(0);
  });

  test('that drips its body a byte at a time is cut off like any slow one', async () => {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const answer = text(socket);
    socket.write(`${post}content-length: 500\r\n\r\n{"name":"`);
    const drip = setInterval(() => socket.write('a'), 20);
    expect(problemIn(await answer).status).toBe(408);
    clearInterval(drip);
  });

  test.each(['a.', 'a.:80', 'A-1.example:65535', '[::1]:80', 'a_b:'])(
    'with the host %s is served',
    async (host) => {
      for (const line of ['/things/ana', `http://${host}/things/ana`]) {
        const lines = `GET ${line} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
        expect(await sendRaw(lines), line).toContain('{"name":"ana"}');
      }
    },
  );

  test('that expects what nobody knows is served', async () => {
    expect(await sendRaw(get('/things/ana', 'expect: wonders\r\n'))).toContain('{"name":"ana"}');
  });

  test('leaves the server as it was, and nothing of itself in the log', async () => {
    await sendRaw(get('/things/%zzsecret-word', 'authorization: Bearer secret-word\r\n'));
    expect(await sendRaw(get('/things/ana'))).toContain('{"name":"ana"}');
    expect(lines.join('')).not.toContain('secret-word');
  });

  test('that sends on while the server closes is served and then closed', async () => {
    const other = await start();
    const { port } = other.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const answer = text(socket);
    socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n');
    const [{ socket: far }] = await once(other.server, 'request');
    const closed = other.close();
    const next = 'GET /things/ana HTTP/1.1\r\nhost: a\r\n\r\n';
    const before = far.bytesRead;
    socket.write(next);
    await expect.poll(() => far.bytesRead).toBe(before + next.length);
    gate.resolve();
    const all = await answer;
    await closed;
    expect(all.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    expect(all.slice(all.lastIndexOf('HTTP/1.1')).toLowerCase()).toContain('connection: close');
  });
});

test('a server that drains is not ready, serves on, and ends each connection with its answer', async () => {
  const other = await start();
  const { port } = other.server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await get('/health/ready')).status).toBe(200);
  const passed = Promise.withResolvers<void>();
  const drained = other.drain(3, () => passed.promise);
  const ready = await get('/health/ready');
  expect([ready.status, (await ready.json()).components]).toMatchObject([503, { server: 'DOWN' }]);
  expect((await get('/health/live')).status).toBe(200);
  const answer = await get('/things/ana');
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  passed.resolve();
  await drained;
  await other.close();
  await expect(get('/things/ana')).rejects.toThrow();
});
