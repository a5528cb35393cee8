import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import { expect, test } from 'vitest';

const w = await world();
const url = `http://127.0.0.1:${await w.listen()}`;
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');
const person = { ATRIUM_TOKEN: String(admin.identity.authorization).replace('Bearer ', '') };

async function atrium(env: Record<string, string>, ...args: string[]) {
  const { HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { ...childEnvironment(), HOME, ATRIUM_URL: url, ...env },
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, err };
}

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

test('what one person began is never sent again as another who has the account’s e-mail by now', async () => {
  const email = `${crypto.randomUUID()}@staff.example`;
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const asked: string[] = [];
  const signIns = [one, other];
  const server = createServer((request, response) => {
    const isSignIn = request.url === '/api/auth/login';
    if (!isSignIn) asked.push(String(request.headers['x-user-id']));
    const user = {
      userUuid: isSignIn ? signIns.shift() : '',
      tenantUuid: one,
      email,
      userType: 'TENANT_STAFF',
    };
    response.writeHead(isSignIn ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ accessToken: 'x', user }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const account = {
    ATRIUM_EMAIL: email,
    ATRIUM_PASSWORD: 'x',
    ATRIUM_URL: `http://127.0.0.1:${port}`,
  };
  const answer = await atrium(account, 'api', 'POST', '/api/tasks', '--data', '{"title":"Call"}');
  server.close();
  expect([answer.code, answer.err]).toEqual([1, expect.stringContaining('another person')]);
  expect(asked).toEqual([one]);
});
