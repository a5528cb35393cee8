import { Gauge, Registry } from '@prometheus-io/client';
import { Type } from 'typebox';
import { afterAll, describe, expect, test } from 'vitest';
import { createVerifier } from './auth/verifier.ts';
import { createLogger } from './logging.ts';
import { KitProblem, kitProblems } from './problem.ts';
import { createServer } from './server.ts';

const lines: string[] = [];
const registry = new Registry();
const catalogue = {
  ...kitProblems,
  NAME_TAKEN: { status: 409, title: 'Taken', constraint: 'things_name', field: 'name' },
};
const app = await createServer({
  logger: createLogger('test', 'info', { write: (line) => void lines.push(line) }),
  verifier: createVerifier([]),
  catalogue,
  publicUrl: 'https://atrium.example',
  checks: { database: () => (up ? Promise.resolve() : Promise.reject(new Error('down'))) },
  openapi: { title: 'Things', version: '1', description: '' },
  rateLimits: { enabled: true, perUserPerMinute: 1_000 },
  corsOrigins: ['https://app.example'],
  bodyLimit: 2_000,
  registry,
});
let up = true;
const open = { public: true };
const body = Type.Object({
  name: Type.String({ minLength: 2 }),
  size: Type.Optional(Type.Integer()),
});
app.post('/things', { config: open, schema: { body } }, async (request) => request.body);
app.get('/things/:name', { config: open }, async (request) => request.params);
const querystring = Type.Object({
  page: Type.Optional(Type.Integer()),
  sort: Type.Optional(Type.Array(Type.String())),
  all: Type.Optional(Type.Boolean()),
  term: Type.Optional(Type.String()),
});
app.get('/found', { config: open, schema: { querystring } }, async (request) => request.query);
app.get('/limited', { config: { ...open, rateLimit: { max: 2 } } }, async () => ({}));
app.get('/broken', { config: open }, async () => {
  throw Object.assign(new Error('secret detail of row 7'), { code: 'XX000' });
});
app.get('/cut/:code', { config: open }, async (request) => {
  throw Object.assign(new Error('the line went dead'), request.params);
});
app.get('/taken', { config: open }, async () => {
  throw Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'things_name',
  });
});
app.get('/busy', { config: open }, async () => {
  throw new KitProblem('OVERLOADED', undefined, { headers: { 'retry-after': '3' } });
});
await app.ready();
afterAll(() => app.close());

const post = (payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/things', payload, headers: { 'content-type': type } });

describe('a body', () => {
  test.each([
    ['that is no JSON', '{"name":', 'MALFORMED_JSON', 'body'],
    ['without a required field', '{}', 'VALIDATION_FAILED', 'name'],
    ['that is missing', '', 'VALIDATION_FAILED', 'body'],
    ['with a number for text', '{"name":12}', 'VALIDATION_FAILED', 'name'],
    ['with text for a number', '{"name":"ab","size":"7"}', 'VALIDATION_FAILED', 'size'],
    ['with a NUL in it', '{"name":"a\\u0000b"}', 'VALIDATION_FAILED', 'name'],
    ['with half a character', '{"name":"a\\ud800b"}', 'VALIDATION_FAILED', 'name'],
    [
      'that reaches for the prototype',
      '{"name":"ab","__proto__":{"admin":true}}',
      'VALIDATION_FAILED',
      '__proto__',
    ],
    [
      'nested too deep',
      `{"name":"ab","x":${'['.repeat(200)}${']'.repeat(200)}}`,
      'VALIDATION_FAILED',
      'x',
    ],
  ])('%s is 400 and the place is named', async (_title, payload, code, field) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json().code).toBe(code);
    expect(answer.json().errors[0].field.startsWith(field)).toBe(true);
  });

  test('of another kind is 415, one too large 413, and unknown fields are ignored', async () => {
    expect((await post('<name/>', 'text/xml')).statusCode).toBe(415);
    expect((await post(JSON.stringify({ name: 'x'.repeat(3_000) }))).statusCode).toBe(413);
    expect((await post('{"name":"ab","colour":"red"}')).statusCode).toBe(200);
  });
});

test.each(['/things/a%00b', '/things/ana?size=%00', '/things/ana?x=1&x=%00'])(
  'a NUL in the address %s is 400 and the place is named',
  async (url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.json().errors).toHaveLength(1);
  },
);

describe('a failure', () => {
  test('nobody foresaw is a 500 that tells nothing, with the id under which the log tells all', async () => {
    const answer = await app.inject({ url: '/broken', headers: { 'x-request-id': 'trace-7' } });
    expect(answer.json()).toMatchObject({
      status: 500,
      code: 'INTERNAL',
      instance: '/broken',
      requestId: 'trace-7',
      errors: [],
    });
    expect(answer.body).not.toContain('secret');
    expect(lines.some((line) => line.includes('trace-7') && line.includes('secret detail'))).toBe(
      true,
    );
  });

  test('of a named constraint becomes its problem and names the field', async () => {
    const answer = await app.inject('/taken');
    expect(answer.json()).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      errors: [{ field: 'name' }],
    });
  });

  test.each(['EPIPE', 'ECONNRESET', 'ENOSPC', '57P01', '25P03', '53100'])(
    'of what the server rests on (%s) is 503 and says when to come again',
    async (code) => {
      const answer = await app.inject(`/cut/${code}`);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE']);
      expect(answer.headers['retry-after']).toBe('5');
    },
  );

  test('that a retry may mend says when, and is no error in the log', async () => {
    const answer = await app.inject('/busy');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '3']);
    expect(
      lines.filter((line) => line.includes('"level":"error"') && line.includes('busy')),
    ).toEqual([]);
  });

  test('of address or method is 404 or 405', async () => {
    expect((await app.inject('/nothing')).statusCode).toBe(404);
    const answer = await app.inject({ method: 'DELETE', url: '/things' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
  });
});

describe('a page of another origin', () => {
  const preflight = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/things',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  test('that is named may call, with a token it holds and without cookies', async () => {
    const { statusCode, headers } = await preflight('https://app.example');
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test.each([
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
    'null',
  ])('that is not named (%s) may not', async (origin) => {
    const { headers } = await preflight(origin);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

test('every answer tells a browser not to guess types, frame or refer', async () => {
  for (const url of ['/nothing', '/things/%zz', '/health/live', '/docs/', '/openapi.json']) {
    const { headers } = await app.inject(url);
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers['set-cookie']).toBeUndefined();
  }
});

test('an empty query parameter says nothing where a number, a flag or a list is meant', async () => {
  const found = (query: string) => app.inject(`/found?${query}`);
  expect((await found('page=&sort=&all=&term=')).json()).toEqual({ term: '' });
  expect((await found('page=2&sort=a&sort=b&all=true')).json()).toEqual({
    page: 2,
    sort: ['a', 'b'],
    all: true,
  });
  expect((await found('page=x')).json().errors[0].field).toBe('page');
});

test('more requests than a route allows are 429 and say when to come back', async () => {
  const statuses = [];
  for (let call = 0; call < 3; call++) statuses.push((await app.inject('/limited')).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
  const { headers } = await app.inject('/limited');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '0' });
});

test('health tells the truth about what the server needs', async () => {
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  up = false;
  const answer = await app.inject('/health/ready');
  expect([answer.statusCode, answer.json().components.database]).toEqual([503, 'DOWN']);
  up = true;
});

test('ready turns down while requests are refused for want of capacity, and up again', async () => {
  const ready = async () => {
    const answer = await app.inject('/health/ready');
    return [answer.statusCode, answer.json().components.capacity];
  };
  for (let each = 0; each < 5; each += 1) await app.inject('/busy');
  expect(await ready()).toEqual([200, 'UP']);
  for (let each = 0; each < 40; each += 1) await app.inject('/busy');
  expect(await ready()).toEqual([503, 'DOWN']);
  await expect.poll(ready, { interval: 500 }).toEqual([200, 'UP']);
});

test('metrics are told also while one of them cannot be collected', async () => {
  const fault = () => Promise.reject(new Error('the database is away'));
  const silence = () => new Promise<void>(() => undefined);
  const registers = [registry];
  new Gauge({ name: 'unreachable', help: 'Asks a database', registers, collect: fault });
  new Gauge({ name: 'silent', help: 'Asks one that never answers', registers, collect: silence });
  const { statusCode, body: text } = await app.inject('/metrics');
  expect(statusCode).toBe(200);
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toMatch(/^(unreachable|silent)/m);
  for (const name of ['unreachable', 'silent']) registry.removeSingleMetric(name);
});

test('metrics count by route, and neither they nor the log carry a query', async () => {
  await app.inject('/nothing?token=abc123');
  const { body: text } = await app.inject('/metrics');
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="POST",route="\/things",status="400"\} \d+/,
  );
  expect(text + lines.join('')).not.toContain('abc123');
});

test('the reference and its document come from the server itself', async () => {
  expect((await app.inject('/openapi.json')).json()).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Things' },
  });
  const page = await app.inject('/docs/');
  expect(page.statusCode).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(/script-src ([^;]+)/.exec(policy)?.[1]).toMatch(/^'self' 'sha256-[\w+/=]{44}'$/);
  const [, script] = /src="([^"]+)"/.exec(page.body) ?? [];
  expect(script).not.toMatch(/^(https?:)?\/\//);
});
