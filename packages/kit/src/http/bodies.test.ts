import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Type } from 'typebox';
import { afterAll, describe, expect, test } from 'vitest';
import { createVerifier } from '../auth/verifier.ts';
import { createLogger } from '../logging.ts';
import { kitProblems } from '../problem.ts';
import { createServer, type Server } from '../server.ts';
import { formType, readFormObject } from './form-body.ts';

// FUZZ_SECONDS=600 makes random bodies a long run.
const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const run = {
  numRuns: seconds > 0 ? 10_000_000 : 300,
  ...(seconds > 0 && { interruptAfterTimeLimit: seconds * 1_000 }),
};
const timeout = seconds * 1_000 + 240_000;

const app = await start('REFUSED');
const keeping = await start('TEXT');
afterAll(() => Promise.all([app.close(), keeping.close()]));

async function start(longNumbers: 'REFUSED' | 'TEXT'): Promise<Server> {
  const server = await createServer({
    logger: createLogger('test', 'silent'),
    verifier: createVerifier([]),
    catalogue: kitProblems,
    publicUrl: 'https://atrium.example',
    checks: {},
    openapi: { title: 'Things', version: '1', description: '' },
    rateLimits: { enabled: false, perUserPerMinute: 1 },
    bodyLimit: 65_536,
    longNumbers,
  });
  const config = { public: true };
  server.addContentTypeParser(
    formType,
    { parseAs: 'buffer' },
    async ({ headers }: { headers: { 'content-type'?: string } }, body: string | Buffer) =>
      readFormObject(body as Buffer, headers['content-type']),
  );
  const schema = { body: Type.Unknown(), response: { 200: Type.Object({ got: Type.Unknown() }) } };
  server.post('/things', { config, schema }, async ({ body }) => ({ got: body ?? null }));
  return server;
}

async function send(payload: string | Buffer, headers: Record<string, string> = {}, to = app) {
  const answer = await to.inject({
    method: 'POST',
    url: '/things',
    payload: Buffer.from(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const { got, code, errors } = answer.json();
  return {
    status: answer.statusCode,
    got,
    code,
    place: errors?.[0]?.field,
    headers: answer.headers,
  };
}
const type = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` });

describe('the bytes of a body', () => {
  const latin1 = Buffer.from('{"a":"Muñoz"}', 'latin1');
  const utf16 = Buffer.from('\ufeff{"a":"Muñoz"}', 'utf16le');

  test.each([
    ['UTF-8', Buffer.from('{"a":"Muñoz"}'), {}],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff{"a":"Muñoz"}'), {}],
    ['UTF-8 that is declared', Buffer.from('{"a":"Muñoz"}'), type('"UTF-8"')],
    ['Latin-1 that is declared', latin1, type('ISO-8859-1')],
    ['windows-1252 that is declared', latin1, type('windows-1252')],
    ['UTF-16 that is declared', utf16, type('utf-16')],
    ['UTF-16, the higher byte first', Buffer.from(utf16).swap16(), type('UTF-16')],
  ])('are read: %s', async (_name, bytes, headers) => {
    expect(await send(bytes, headers)).toMatchObject({ status: 200, got: { a: 'Muñoz' } });
  });

  test.each([
    ['Latin-1', latin1, {}],
    ['Latin-1 that is declared as UTF-8', latin1, type('utf-8')],
    ['half a sign', Buffer.from('{"a":"\xc3"}', 'latin1'), {}],
    ['a sign that is longer than it must be', Buffer.from('{"a":"\xc0\xaf"}', 'latin1'), {}],
    ['half of a pair', Buffer.from('{"a":"\xed\xa0\x80"}', 'latin1'), {}],
    ['two byte order marks', Buffer.from('\ufeff\ufeff{}'), {}],
    ['UTF-16 that is not declared', utf16, {}],
    ['half a sign of UTF-16', utf16.subarray(0, -1), type('utf-16le')],
  ])('that are no text are refused: %s', async (_name, bytes, headers) => {
    expect(await send(bytes, headers)).toMatchObject({ status: 400, code: 'MALFORMED_JSON' });
  });

  test('in a charset that nobody knows are 415', async () => {
    for (const charset of ['utf-7', 'x-none', 'utf-32'])
      expect(await send('{}', type(charset))).toMatchObject({ status: 415 });
  });
});

describe('a packed body', () => {
  const packed = { 'content-encoding': 'gzip' };
  test('is unpacked, and plain where nothing says so', async () => {
    for (const encoding of ['gzip', 'GZIP', 'x-gzip', ' gzip '])
      expect(await send(gzipSync('{"a":"ñ"}'), { 'content-encoding': encoding })).toMatchObject({
        status: 200,
        got: { a: 'ñ' },
      });
    expect(await send('{}', { 'content-encoding': 'identity' })).toMatchObject({ status: 200 });
    const parts = Buffer.concat([gzipSync('{"a":'), gzipSync('1}')]);
    expect(await send(parts, packed)).toMatchObject({ got: { a: 1 } });
  });

  test.each(['br', 'deflate', 'zstd', 'gzip, gzip', 'x-unknown'])(
    'in another encoding is 415, which says what is taken: %s',
    async (encoding) => {
      const answer = await send('{}', { 'content-encoding': encoding });
      expect([answer.status, answer.headers['accept-encoding']]).toEqual([415, 'gzip']);
    },
  );

  test('that is none, or is cut short, is 400', async () => {
    for (const bytes of [Buffer.from('{}'), gzipSync('{"a":1}').subarray(0, -4)])
      expect(await send(bytes, packed)).toMatchObject({ status: 400, code: 'MALFORMED_JSON' });
  });

  test('is held to the limit, packed and unpacked, and no more of it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, 32));
    const before = process.memoryUsage().arrayBuffers;
    expect(await send(bomb.subarray(0, 65_000), packed)).toMatchObject({ status: 413 });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1_048_576);
    // Members that hold nothing: small when unpacked, and without an end.
    const nothing = Buffer.concat(Array.from({ length: 5_000 }, () => gzipSync('')));
    expect(await send(nothing, packed)).toMatchObject({ status: 413 });
  });

  test('that stays away does not keep the connection', async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const answer = text(socket);
    await once(socket, 'connect');
    const half = gzipSync(Buffer.alloc(1_000, 65)).subarray(0, 20);
    socket.write(
      `POST /things HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${half.length}\r\nconnection: close\r\n\r\n`,
    );
    socket.write(half);
    expect(await answer).toMatch(/^HTTP\/1.1 400/);
  });
});

describe('a number', () => {
  test.each([
    ['12345678901234567890', 'a'],
    ['3652397000000649013', 'a'],
    ['-9007199254740993', 'a'],
    ['1e400', 'a'],
    ['1e-400', 'a'],
    ['0.12345678901234567890', 'a'],
  ])('that a double does not hold is refused with its place: %s', async (number, place) => {
    for (const [body, at] of [
      [`{"a":${number}}`, place],
      [`{"a":[{"b": ${number}}]}`, 'a[0].b'],
      [number, 'body'],
    ] as const)
      expect(await send(body)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', place: at });
  });

  test.each([
    '0.1',
    '1.10',
    '-0',
    '1e2',
    '1E+2',
    '9007199254740992',
    '1e21',
    '0.30000000000000004',
    '5e-324',
    '100000000000000000000',
  ])('that it holds is taken: %s', async (number) => {
    expect(await send(`{"a":${number}}`)).toMatchObject({
      status: 200,
      got: { a: Number(number) === 0 ? 0 : Number(number) },
    });
  });

  test('keeps its digits as text where a service keeps them', async () => {
    const body = '{"a":76561198009194284,"b":0.12345678901234567890,"c":[1000000000000000000000]}';
    expect(await send(body, {}, keeping)).toMatchObject({
      got: { a: '76561198009194284', b: '0.12345678901234567890', c: ['1000000000000000000000'] },
    });
    expect(await send('{"a":1e400}', {}, keeping)).toMatchObject({ status: 400, place: 'a' });
  });
});

test('a name of the server’s own language is a name like others, unless it reaches for the prototype', async () => {
  const body = '{"constructor":"Andes","a":{"constructor":{"b":1}},"prototype":1,"toString":2}';
  expect(await send(body)).toMatchObject({ status: 200, got: JSON.parse(body) });
  for (const [bad, place] of [
    ['{"__proto__":1}', '__proto__'],
    ['{"constructor":{"prototype":{"a":1}}}', 'constructor'],
    ['{"a":{"construct\\u006fr":{"prototype":null}}}', 'a.constructor'],
  ] as const)
    expect(await send(bad)).toMatchObject({ status: 400, place });
});

describe('a form', () => {
  const form = { 'content-type': formType };
  test('is read as UTF-8, also where it is percent-encoded', async () => {
    const payload = '\ufeffname=Mu%C3%B1oz+y+Co&text=ñ&empty=&rate=100%25%&a=1&a=2';
    expect(await send(payload, form)).toMatchObject({
      got: { name: 'Muñoz y Co', text: 'ñ', empty: '', rate: '100%%', a: '2' },
    });
  });

  test.each([
    Buffer.from('name=Mu%F1oz'),
    Buffer.from('name=Muñoz', 'latin1'),
    Buffer.from('%c0%af=1'),
  ])('of other bytes is refused', async (payload) => {
    expect(await send(payload, form)).toMatchObject({ status: 400, code: 'MALFORMED_JSON' });
  });

  test('with NUL is refused, and another charset is 415', async () => {
    expect(await send('a=%00', form)).toMatchObject({ status: 400, place: 'a' });
    const latin1 = { 'content-type': `${formType}; charset=iso-8859-1` };
    expect(await send('a=1', latin1)).toMatchObject({ status: 415 });
  });
});

const json = fc.json().map((each) => Buffer.from(each));
const spoiled = fc
  .tuple(json, fc.nat(), fc.uint8Array({ maxLength: 4 }))
  .map(([bytes, at, more]) => {
    const place = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]);
  });
const bytes = fc.oneof(
  json,
  spoiled,
  fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each)),
);

test(
  'whatever comes is read as it was sent, or refused with a reason',
  async () => {
    const answered = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom('', 'utf-8', 'iso-8859-1', 'utf-16', 'shift_jis', 'x-none'),
        fc.constantFrom('', 'gzip', 'br'),
        fc.boolean(),
        fc.constantFrom('application/json', formType),
        async (body, charset, encoding, isPacked, mediaType) => {
          const { status, code, got } = await send(isPacked ? gzipSync(body) : body, {
            'content-type': charset ? `${mediaType}; charset=${charset}` : mediaType,
            ...(encoding && { 'content-encoding': encoding }),
          });
          answered.set(status, (answered.get(status) ?? 0) + 1);
          expect([200, 400, 413, 415]).toContain(status);
          if (status !== 200) {
            expect(code).toBeTypeOf('string');
            return;
          }
          const isUtf8 =
            (charset === '' || charset === 'utf-8') && mediaType === 'application/json';
          if (isUtf8 && isPacked === (encoding === 'gzip') && body.toString().trim() !== '')
            expect(got).toEqual(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
        },
      ),
      run,
    );
    if (seconds > 0) process.stdout.write(`Bodies by answer: ${JSON.stringify([...answered])}\n`);
  },
  timeout,
);
