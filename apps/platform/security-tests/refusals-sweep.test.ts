import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { problemFaults } from './problem-faults.ts';
import { worldWithAnalytics } from './world-with-analytics.ts';

const w = await worldWithAnalytics();
const services = { platform: w.port, analytics: Number(new URL(w.config.analyticsUrl).port) };
const { authorization = '' } = (await (await w.tenant()).as('TENANT_ADMIN')).identity;

/** Names of what the services are made of, and words that such parts put into answers of their own. */
const engines =
  /fastify|find-my-way|\bajv\b|undici|llhttp|HPE_|FST_|\bnode(:|\.?js)|postgres|clickhouse|scalar|swagger|express|nginx|Route \w+:|ECONN|at \S+:\d+:\d+/i;

const methods = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND QUERY'.split(' ');
const paths = [
  '/docs/nothing',
  '/docs/nothing.js',
  '/docs/js/nothing.js',
  '/docs/',
  '/docs//',
  '/docs/../nothing',
  '/docs/%2e%2e/nothing',
  '/docs/%zz',
  '/docs/%00',
  '/docs/a%0d%0ab',
  `/docs/${'a'.repeat(4_000)}`,
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  '/console',
  '/console/nothing',
  '/nothing',
  '/assets',
  '/assets/',
  '/assets/nothing',
  '/assets/nothing.js',
  '/assets/nothing/deeper.js',
  '/assets/%2e%2e%2fpackage.json',
  '/assets/..%2f..%2fpackage.json',
  `/assets/${'a'.repeat(300)}`,
  '/assets/%00',
  '/api',
  '/api/',
  '/api/nothing',
  '/api//contacts',
  '/api/contacts/',
  '/api/contacts;a=b',
  '/api/contacts/%zz',
  '/api/contacts/a/b/c/d/e/f',
  '/api/v1',
  '/api/v2/nothing',
  '/api/v3/contacts',
  '/api/analytics',
  '/api/analytics/',
  '/api/analytics/nothing',
  '/api/analytics/%zz',
  '/api/analytics/../contacts',
  '/api/analytics/tenants',
  '/api/analytics/events/nothing/deeper',
  '/internal',
  '/internal/',
  '/internal/nothing',
  '/internal/tls/nothing',
  '/health',
  '/health/',
  '/health/nothing',
  '/metrics/nothing',
  '/openapi.json/nothing',
  '/version/nothing',
  '/dev',
  '/dev/nothing',
  '/.well-known',
  '/.well-known/nothing',
  '/.git/config',
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '//evil.example/nothing',
  '/%5c%5cevil.example',
  '/%',
  '/%ff',
  '/nothing?%zz',
  `/nothing?${'a'.repeat(9_000)}`,
  '/mcp/nothing',
  '/scim/v2/nothing',
];

/** Sends bytes as they are, and returns what comes back until the connection ends. */
async function send(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  const answer = text(socket).catch(() => '');
  socket.write(bytes);
  const [head = '', ...rest] = (await answer).split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((each) => [
      each.slice(0, each.indexOf(':')).toLowerCase(),
      each.slice(each.indexOf(':') + 2),
    ]),
  );
  return { status: Number(line.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') };
}

/** Returns what is wrong with a refusal; `isHead` says that it has no body to look at. */
function faultsOf(answer: Awaited<ReturnType<typeof send>>, isHead = false): string[] {
  const { status, headers, body } = answer;
  if (status === 0) return ['no answer'];
  if (status < 400) return [];
  const faults = isHead
    ? ['application/problem+json'].filter((type) => headers['content-type'] !== type)
    : problemFaults({ ...answer, body: unchunked(answer) });
  if (!headers['x-request-id']) faults.push('no x-request-id');
  if (engines.test(`${JSON.stringify(headers)} ${body}`)) faults.push(`engine: ${body}`);
  if (status === 405 && !headers.allow) faults.push('no Allow');
  if (status >= 500) faults.push(`${status}`);
  return faults;
}

const unchunked = ({ headers, body }: Awaited<ReturnType<typeof send>>) =>
  headers['transfer-encoding'] === 'chunked'
    ? body.replace(/^[0-9a-f]+\r\n|\r\n0\r\n$/g, '')
    : body;

const request = (method: string, path: string, headers = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\n${headers}connection: close\r\n\r\n`;

describe.each(Object.entries(services))('a refusal of %s', (_name, port) => {
  test.each([
    ['without a token', ''],
    ['with one', `authorization: ${authorization}\r\n`],
  ])(
    'is a problem in our own words at every address and by every method, %s',
    async (_title, headers) => {
      const found: string[] = [];
      for (const path of paths) {
        const answers = await Promise.all(
          methods.map(async (method) => ({
            method,
            answer: await send(port, request(method, path, headers)),
          })),
        );
        for (const { method, answer } of answers)
          for (const fault of faultsOf(answer, method === 'HEAD'))
            found.push(`${method} ${path.slice(0, 60)}: ${fault.slice(0, 200)}`);
      }
      expect(found).toEqual([]);
    },
  );
});
