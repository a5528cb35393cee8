import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openProfiles } from '../sign-in/profiles.ts';
import { openCaller } from './caller.ts';
import { formatAll } from './format.ts';
import { readCatalogue } from './read-catalogue.ts';
import { runOperation } from './run-operation.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-operations-'));
vi.stubEnv('XDG_CONFIG_HOME', folder);
afterAll(() => vi.unstubAllEnvs());

const here = { firstSignIn: () => undefined };
const list = readCatalogue().organisations?.['list-organisations'];
const rows = readCatalogue().contacts?.['list-refused-import-rows'];
if (!list || !rows) throw new Error('There is no list of organisations, or of refused rows');

const tokenOf = (sub: string, serial: number) => {
  const claims = {
    sub,
    tenant: 'firm',
    email: `${sub}@example.com`,
    roles: ['TENANT_STAFF'],
    serial,
  };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
};
const signIn = (url: string, sub: string, serial: number) => ({
  url,
  accessToken: tokenOf(sub, serial),
  refreshToken: `${sub} ${serial}`,
});

/** Calls a list by a profile whose token has ended, while the profile becomes another. */
async function callWhile(name: string, after: { url: string; sub: string }) {
  const url = 'https://one.example.com';
  const profiles = openProfiles();
  profiles.save(name, signIn(url, 'ana', 1));
  const sent: string[] = [];
  const asked: (AbortSignal | null | undefined)[] = [];
  const call = openCaller({ url, profile: name }, here, async (input, init) => {
    const { authorization } = init?.headers as Record<string, string>;
    sent.push(`${input} ${authorization ?? init?.body}`);
    if (String(input).endsWith('/refresh')) {
      asked.push(init?.signal);
      return Response.json(signIn(url, 'ana', 3));
    }
    if (authorization !== `Bearer ${tokenOf('ana', 1)}`) return Response.json({ content: [] });
    if (after.sub) profiles.save(name, signIn(after.url, after.sub, 2));
    return Response.json({ code: 'TOKEN_EXPIRED' }, { status: 401 });
  });
  const ended = await call(list?.row as never).then(
    () => 'answered',
    (error: Error) => error.message,
  );
  return { ended, sent, asked, kept: profiles.read(name) };
}

test('a renewal takes what another command renewed, and nothing of another server or person', async () => {
  const url = 'https://one.example.com';
  const renewed = await callWhile('renewed', { url, sub: 'ana' });
  expect([renewed.ended, renewed.sent.length]).toEqual(['answered', 2]);
  expect(renewed.sent[1]).toContain(tokenOf('ana', 2));
  for (const after of [
    { url: 'https://two.example.com', sub: 'ana' },
    { url, sub: 'eva' },
  ]) {
    const { ended, sent, kept } = await callWhile('changed', after);
    expect(ended).toContain('is another sign-in by now');
    expect([sent.length, kept]).toEqual([1, signIn(after.url, after.sub, 2)]);
  }
});

test('a renewal is sent with a time limit, and kept', async () => {
  const { ended, asked, kept } = await callWhile('alone', { url: '', sub: '' });
  expect([ended, asked]).toEqual(['answered', [expect.any(AbortSignal)]]);
  expect(kept).toEqual(signIn('https://one.example.com', 'ana', 3));
});

test('an answer that breaks off is asked for again, and what is refused is told as the API does', async () => {
  const answers = [
    { content: [1], nextCursor: 'more' },
    { content: [2], nextCursor: null },
  ];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://atrium');
    response.setHeader('content-type', 'application/json');
    if (pathname.endsWith('/refused-rows')) {
      response.end(searchParams.get('page') === '0' ? '[3,4]' : '[5]');
    } else if (searchParams.get('searchTerm') === 'refused') {
      response.writeHead(403).end(JSON.stringify({ code: 'FORBIDDEN', detail: 'Not yours' }));
    } else if (requests === 1) {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('{"content":', () => response.destroy());
    } else response.end(JSON.stringify(answers[searchParams.get('cursor') ? 1 : 0]));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  vi.stubEnv('ATRIUM_TOKEN', 'atr_x');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const out = join(folder, 'answer');
  const call = async (operation: typeof list, ...args: string[]) => {
    await runOperation(operation, ['--url', url, '--out', out, ...args], here);
    return readFileSync(out, 'utf8');
  };
  const run = (...args: string[]) => call(list, ...args);
  try {
    expect(JSON.parse(await run())).toEqual(answers[0]);
    expect(await run('--all')).toBe('[1,2]\n');
    expect(await run('--all', '--output', 'ndjson')).toBe('1\n2\n');
    await expect(run('--all', '--search-term', 'refused')).rejects.toThrow('FORBIDDEN: Not yours');
    expect(await call(rows, '--import-uuid', 'i', '--all', '--size', '2')).toBe('[3,4,5]\n');
  } finally {
    server.close();
  }
});

test('records are written while they come, but those of a table', async () => {
  const read: number[] = [];
  async function* records() {
    for (const at of [1, 2]) {
      read.push(at);
      yield { at, name: 'x' };
    }
  }
  const lines = formatAll(records(), 'json', ['at']);
  expect([(await lines.next()).value, read]).toEqual(['[{"at":1}', [1]]);
  expect(await Array.fromAsync(lines)).toEqual([',{"at":2}', ']\n']);
  expect(await Array.fromAsync(formatAll(records(), 'table', ['at']))).toEqual(['AT\n1\n2\n']);
  async function* none() {}
  expect(await Array.fromAsync(formatAll(none(), 'json', []))).toEqual(['[]\n']);
});
