import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import { expect, test } from 'vitest';
import { atrium as runHere } from '../test-support/run-atrium.ts';

const w = await world();
const url = `http://127.0.0.1:${await w.listen()}`;
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');
const person = { ATRIUM_TOKEN: String(admin.identity.authorization).replace('Bearer ', '') };

const atrium = (env: Record<string, string>, ...args: string[]) =>
  runHere(args, { ATRIUM_URL: url, ...env });

test('any operation is called by its method and path, as a person and as a machine', async () => {
  const mine = await atrium(person, 'api', 'GET', '/api/auth/me');
  expect([mine.code, JSON.parse(mine.out).userUuid]).toEqual([0, admin.identity['x-user-id']]);
  const wanted = { name: 'Monday', scopes: ['contacts:read'] };
  const { body } = await admin.post('/api/auth/me/tokens', wanted);
  const seen = await atrium({ ATRIUM_TOKEN: body.token }, 'api', 'GET', '/api/contacts?size=1');
  expect([seen.code, seen.err, JSON.parse(seen.out || '{}').size]).toEqual([0, '', 1]);
  const name = 'Nightly report';
  const made = await atrium(
    person,
    'api',
    'POST',
    '/api/credentials',
    '--data',
    JSON.stringify({ name, roles: ['TENANT_STAFF'] }),
  );
  expect(made.err).toBe('');
  const { clientId, clientSecret } = JSON.parse(made.out);
  const machine = { ATRIUM_CLIENT_ID: clientId, ATRIUM_CLIENT_SECRET: clientSecret };
  const people = await atrium(machine, 'api', 'get', '/api/contacts?size=1');
  expect([people.code, JSON.parse(people.out || '{}').size]).toEqual([0, 1]);
  const wrong = { ...machine, ATRIUM_CLIENT_SECRET: `${clientSecret}x` };
  const refused = await atrium(wrong, 'api', 'GET', '/api/contacts');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('401')]);
  expect(refused.err).not.toContain(clientSecret);
});

test('what the API refuses ends with its reason, and what is no call is explained', async () => {
  const missing = await atrium(person, 'api', 'GET', `/api/contacts/${crypto.randomUUID()}`);
  expect([missing.code, missing.out, missing.err]).toEqual([1, '', expect.stringContaining('404')]);
  for (const args of [['PATCH', '/api/contacts'], ['GET', 'contacts'], ['GET']]) {
    const odd = await atrium(person, 'api', ...args);
    expect([odd.code, odd.err]).toEqual([2, expect.stringContaining('api takes')]);
  }
  const odd = await atrium(person, 'api', 'POST', '/api/tasks', '--data', '{title');
  expect([odd.code, odd.err]).toEqual([2, expect.stringContaining('--data is not JSON')]);
});

test('an assistant on this machine reads by lines what its person may, and is told what it may not', async () => {
  const wanted = { name: 'Assistant', scopes: ['contacts:read'] };
  const { body } = await admin.post('/api/auth/me/tokens', wanted);
  const child = (lines: object[]) => {
    const { HOME = '' } = process.env;
    const env = { ...childEnvironment(), HOME, ATRIUM_URL: url, ATRIUM_TOKEN: body.token };
    const started = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'mcp'], { env });
    started.stdin.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return text(started.stdout).then((out) => out.split('\n').filter(Boolean).map(parsed));
  };
  const parsed = (line: string) => JSON.parse(line);
  const message = (id: number, method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  const [off] = await child([message(1, 'ping')]);
  expect(off).toMatchObject({ id: 1, error: { message: expect.stringMatching('ASSISTANTS_OFF') } });
  await admin.put(`/api/tenants/${tenant.tenantUuid}/security`, { assistants: 'READ' });
  const clientInfo = { name: 'test', version: '1' };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const begin = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const find = { name: 'find_people', arguments: { query: 'nobody' } };
  const answers = await child([
    message(1, 'initialize', begin),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    message(2, 'tools/call', find),
    message(3, 'tools/call', { ...find, _meta: meta }),
  ]);
  const byId = new Map(answers.map((answer) => [answer.id, answer.result]));
  expect([...byId.keys()].sort()).toEqual([1, 2, 3]);
  expect(byId.get(1).protocolVersion).toBe('2025-11-25');
  for (const id of [2, 3]) expect(byId.get(id).structuredContent.content).toEqual([]);
});
