import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { atEndOfFile } from '@atrium/platform/test-support/at-end-of-file.ts';
import { machine } from '@atrium/platform/test-support/machine.ts';
import { startReceiver, verify } from '@atrium/platform/test-support/webhook-receiver.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import { beforeAll, expect, test } from 'vitest';
import { buildCli } from './build.ts';

const w = await world({ WEBHOOKS_PRIVATE_ADDRESSES: 'on' }, { webhooks: true });
const url = `http://127.0.0.1:${await w.listen()}`;
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');
const root = join(import.meta.dirname, '../..');
let folder = '';
let account: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-cli-'));
  const built = join(folder, 'built');
  await buildCli(built);
  const npm = (args: string[], cwd: string) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const pack = ['pack', '--json', '--pack-destination', folder];
  const [made] = JSON.parse(npm(pack, built));
  await writeFile(join(folder, 'package.json'), '{}');
  npm(['install', '--offline', '--no-audit', '--no-fund', `./${made.filename}`], folder);
  const { credential } = await machine(w, admin);
  account = {
    ATRIUM_CLIENT_ID: credential.clientId,
    ATRIUM_CLIENT_SECRET: credential.clientSecret,
  };
});

const environment = () => ({
  ...childEnvironment(),
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  ATRIUM_URL: url,
  ...account,
});

function begin(args: string[], node = process.execPath, env = {}) {
  const program = join(folder, 'node_modules/.bin/atrium');
  return spawn(node, [program, ...args], { cwd: folder, env: { ...environment(), ...env } });
}

async function atrium(args: string[], { input = '', node = process.execPath } = {}) {
  const child = begin(args, node);
  child.stdin.end(input);
  const ends = [text(child.stdout), text(child.stderr), once(child, 'exit')] as const;
  const [out, err, [code]] = await Promise.all(ends);
  return { code, out, err };
}

test('installed into an empty folder it calls any operation, over all pages, in four forms', async () => {
  for (const name of ['=Uno', 'Dos, S.A.', 'Tres'])
    await atrium(['organisations', 'create-organisation', '--body', '-'], {
      input: JSON.stringify({ name }),
    });
  const contacts = await atrium(['contacts', 'list-contacts', '--size', '1']);
  expect([contacts.err, JSON.parse(contacts.out)]).toMatchObject(['', { size: 1, content: [] }]);
  const list = (...args: string[]) =>
    atrium(['organisations', 'list-organisations', '--sort', 'name,asc', ...args]);
  const answer = await list('--size', '2');
  expect(JSON.parse(answer.out).content).toHaveLength(2);
  const all = await list('--size', '2', '--all', '--fields', 'name');
  expect(
    JSON.parse(all.out)
      .map(({ name }: { name: string }) => name)
      .sort(),
  ).toEqual(['=Uno', 'Dos, S.A.', 'Tres'].sort());
  const lines = await list('--all', '--output', 'ndjson', '--fields', 'name');
  expect(
    lines.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toContainEqual({ name: 'Tres' });
  const csv = await list('--output', 'csv', '--fields', 'name,organisationUuid');
  expect(csv.out.split('\r\n')[0]).toBe('name,organisationUuid');
  expect(csv.out).toContain('"Dos, S.A."');
  expect(csv.out).toContain("'=Uno");
  const table = await list('--output', 'table', '--fields', 'name');
  expect(table.out).toMatch(/^NAME\n/);
  const [first] = JSON.parse((await list('--all')).out);
  const one = await atrium([
    'organisations',
    'get-organisation',
    '--organisation-uuid',
    first.organisationUuid,
  ]);
  expect(JSON.parse(one.out)).toEqual(first);
});

test('ends with 1 where the API refuses, with code and request, and with 2 where it is not understood', async () => {
  const missing = await atrium(['contacts', 'get-contact', '--contact-uuid', crypto.randomUUID()]);
  expect([missing.code, missing.out]).toEqual([1, '']);
  expect(missing.err).toMatch(/NOT_FOUND.*\(request \S+\)/);
  const misread = [
    ['contacts', 'get-contact'],
    ['contacts', 'nothing'],
    ['contacts'],
    ['contacts', 'list-contacts', '--nothing', '1'],
    ['contacts', 'list-contacts', '--output', 'xml'],
    ['contacts', 'create-contact', '--body', '{'],
    ['contacts', 'create-contact', '--body', '@absent.json'],
    ['contacts', 'create-contact'],
    ['contacts', 'get-contact', '--contact-uuid', crypto.randomUUID(), '--all'],
  ];
  const codes = await Promise.all(misread.map(async (args) => (await atrium(args)).code));
  expect(codes).toEqual(misread.map(() => 2));
  expect((await atrium(['contacts', 'nothing'])).err).toContain('Try: atrium contacts --help\n');
  const help = await atrium(['contacts', 'list-contacts', '--help']);
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('--search-term')]);
});

test('shells complete areas, operations and options', async ({ skip }) => {
  const scripts = await Promise.all(
    ['bash', 'zsh', 'fish'].map((shell) => atrium(['completion', shell])),
  );
  for (const { code, out } of scripts)
    for (const word of ['contacts', 'list-contacts', 'search-term', 'forward-to'])
      expect([code, out]).toEqual([0, expect.stringContaining(word)]);
  if (spawnSync('bash', ['--version']).status !== 0) skip('bash is not installed');
  const completed = (...words: string[]) =>
    spawnSync(
      'bash',
      [
        '-c',
        `eval "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _atrium; echo "\${COMPREPLY[*]}"`,
        scripts[0]?.out ?? '',
        ...words,
      ],
      { encoding: 'utf8' },
    ).stdout.trim();
  expect(completed('atrium', 'organ')).toBe('organisations');
  expect(completed('atrium', 'contacts', 'list-contacts')).toBe('list-contacts');
  expect(completed('atrium', 'contacts', 'list-contacts', '--size', '1', '--out')).toBe(
    '--out --output',
  );
  expect(completed('atrium', 'webhooks', 'listen', '--ev')).toBe('--event-types');
});

/** A way to Atrium on which connections can be lost. */
async function startWay() {
  let losses = 0;
  const server = createServer((socket) => {
    losses -= 1;
    if (losses >= 0) {
      socket.destroy();
      return;
    }
    const onward = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(socket, onward);
    for (const each of [socket, onward]) each.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  const sockets: Socket[] = [];
  const drop = () => sockets.splice(0).forEach((each) => void each.destroy());
  await once(server, 'listening');
  atEndOfFile(() => {
    drop();
    server.close();
  });
  const lose = (connections: number) => {
    losses = connections;
    drop();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lose };
}

test('webhooks are forwarded, signed by the secret that was printed, until it ends and leaves nothing', async () => {
  const receiver = await startReceiver();
  const way = await startWay();
  const args = ['--forward-to', receiver.url, '--event-types', 'task.created'];
  const child = begin(['webhooks', 'listen', ...args], process.execPath, { ATRIUM_URL: way.url });
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  await expect.poll(() => out).toContain('Forwarding to');
  const secret = out.match(/whsec_\S+/)?.[0] ?? '';
  await admin.post('/api/tasks', { title: 'Told' });
  await expect.poll(() => receiver.received.length).toBe(1);
  const [told] = receiver.received;
  expect(told && verify(told, secret)).toMatchObject({ type: 'task.created' });
  // Lost connections are passed over: nothing is missed, and nothing comes twice.
  way.lose(6);
  await admin.post('/api/tasks', { title: 'Told later' });
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect([code, (await admin.get('/api/webhook-endpoints')).body]).toEqual([0, []]);
  const listed = await atrium(['webhooks', 'list-webhook-endpoints', '--all']);
  expect([listed.code, listed.out]).toEqual([0, '[]\n']);
});

test('it runs under Node 20, where that is installed', async ({ skip }) => {
  const node = ['/usr/bin/node', '/usr/local/bin/node'].find(
    (file) =>
      existsSync(file) &&
      /^v2[0-4]\./.test(execFileSync(file, ['--version'], { encoding: 'utf8' })),
  );
  if (!node) skip('no Node 20 to 24 is installed');
  const { code, err } = await atrium(['contacts', 'list-contacts', '--output', 'table'], {
    node: node ?? '',
  });
  expect([code, err]).toEqual([0, '']);
});

test('in the project’s folder npx atrium is the machine’s, and passes the rest on', () => {
  const run = (...args: string[]) =>
    execFileSync('npx', ['atrium', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...childEnvironment() },
    });
  expect(run('backup', '--help')).toContain('takes a backup');
  expect(run('contacts', 'list-contacts', '--help')).toContain('--search-term');
});
