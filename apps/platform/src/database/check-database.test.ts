import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@atrium/local/ports.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { overTcp } from '../../test-support/over-tcp.ts';
import { cloneDatabase } from '../../test-support/world.ts';
import { checkDatabase } from './check-database.ts';
import { isAway, tryReplication } from './replication.ts';

// One of its own: the template that others clone must not be in use.
const url = await overTcp(await cloneDatabase());
const at = (changes: Partial<URL>) => Object.assign(new URL(url), changes).href;
const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;

/** A pooler before the test database, as Debian's package has it. */
async function startPooler(mode: 'transaction' | 'session' | 'statement'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort('127.0.0.1');
  const { hostname, username, password } = url;
  writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n`);
  const settings = [
    ['listen_addr', '127.0.0.1'],
    ['listen_port', port],
    ['unix_socket_dir', ''],
    ['auth_type', 'plain'],
    ['auth_file', join(folder, 'users')],
    ['pool_mode', mode],
    [
      'ignore_startup_parameters',
      'extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ],
  ];
  const databases = `* = host=${hostname} port=${url.port}`;
  const lines = settings.map(([name, value]) => `${name} = ${value}`);
  writeFileSync(
    join(folder, 'ini'),
    `[databases]\n${databases}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  // It refuses to run as root, as PostgreSQL does.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const pooler = spawn('pgbouncer', [join(folder, 'ini')], { ...asNobody, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(pooler, 'exit');
    pooler.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  return at({ port: String(port) });
}

describe('DATABASE_URL', () => {
  test('is taken when a server gives each connection its own session', async () => {
    await expect(checkDatabase(url.href)).resolves.toBeUndefined();
  });

  test('to a dead port, a wrong login or no database is one sentence with what to check', async () => {
    const dead = String(await freePort('127.0.0.1'));
    const sentences: [changes: Partial<URL>, sentence: RegExp][] = [
      [
        { port: dead },
        /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\. Check/,
      ],
      [
        { hostname: 'nowhere.invalid' },
        /no PostgreSQL answers at nowhere\.invalid:\d+ \(ENOTFOUND\)/,
      ],
      [{ password: 'wrong' }, /refuses the login \(password authentication failed/],
      [{ pathname: '/nothing' }, /has no database "nothing"/],
    ];
    for (const [changes, sentence] of sentences) {
      const error: Error = await checkDatabase(at(changes), 100).catch((each) => each);
      expect([error.name, error.message]).toEqual(['ConfigError', expect.stringMatching(sentence)]);
      expect(error.message).not.toMatch(/\n|wrong@|:wrong/);
    }
    await expect(checkDatabase('somewhere')).rejects.toThrow('DATABASE_URL is not an address');
  });

  test('waits a little for a server that is just starting', async () => {
    const port = await freePort('127.0.0.1');
    const checked = checkDatabase(at({ port: String(port) }));
    const server = createServer((socket) => {
      const behind = connect(Number(url.port), url.hostname);
      socket.pipe(behind).pipe(socket);
      for (const each of [socket, behind]) each.on('error', () => undefined);
    });
    server.listen(port, '127.0.0.1');
    onTestFinished(() => void server.close());
    await expect(checked).resolves.toBeUndefined();
  });

  test('that leads to something else than PostgreSQL is refused in time', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(checkDatabase(at({ port: String(port) }), 100)).rejects.toThrow(
      /no PostgreSQL answers at .* \(Connection terminated/,
    );
  });

  test('that never answers is asked twice, since one answer may be missed in a stall', async () => {
    let asked = 0;
    const server = createServer((socket) => {
      asked += 1;
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(checkDatabase(at({ port: String(port) }), 0, 50)).rejects.toThrow(
      /no PostgreSQL answers at .* \(timeout expired\)/,
    );
    await expect.poll(() => asked).toBe(2);
  });

  test('that never answers is given up in time for copies too, as one that may come back', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const error = await tryReplication(at({ port: String(port) }), 100).catch((each) => each);
    expect([error.code, isAway(error)]).toEqual(['CONNECTION_LOST', true]);
  });
});

describe.skipIf(hasPooler)('A pooler', () => {
  test('is not tested: pgbouncer is not installed', ({ skip }) => skip());
});

describe.runIf(hasPooler)('A pooler', () => {
  test('in transaction mode is refused in words', async () => {
    const pooled = await startPooler('transaction');
    for (let each = 0; each < 5; each += 1)
      await expect(checkDatabase(pooled)).rejects.toThrow(/shares sessions between connections/);
  });

  test('in statement mode is refused, in session mode it is taken', async () => {
    await expect(checkDatabase(await startPooler('statement'))).rejects.toThrow('DATABASE_URL');
    const pooled = await startPooler('session');
    for (let each = 0; each < 5; each += 1)
      await expect(checkDatabase(pooled)).resolves.toBeUndefined();
  });
});
