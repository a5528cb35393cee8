import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openSql } from '../test-support/open-sql.ts';
import { keepingLog, type Place, test } from '../test-support/place.ts';
import { type PostgresOptions, startPostgres } from './postgres.ts';
import { identityOf } from './process-identity.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';
import { waitUntil } from './wait-until.ts';

const passwords = { admin: 'correct', owner: 'horse' };

async function start(place: Place, options: Partial<PostgresOptions> = {}) {
  const server = await startPostgres({
    dataDir: place.folder(),
    passwords,
    durable: false,
    ...options,
  });
  place.finally(server.stop);
  const open = (...[database, role]: Parameters<typeof server.options>) => {
    const sql = openSql(server.options(database, role));
    place.finally(() => sql.end());
    return sql;
  };
  return { server, open };
}

describe.concurrent('The embedded PostgreSQL', () => {
  test('gives the platform a login that owns its database and is no superuser', async ({
    expect,
    place,
  }) => {
    const { open } = await start(place);
    const sql = open();
    await sql`create extension unaccent`;
    await sql`create extension pg_trgm`;
    await sql`create extension btree_gist`;
    await sql`create role atrium_tenant nologin`;
    const [role] = await sql`
      select rolsuper, rolbypassrls, rolcreaterole, current_setting('server_encoding') as encoding,
        current_setting('fsync') as fsync, datlocprovider::text as provider
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`;
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: true,
      encoding: 'UTF8',
      fsync: 'off',
      provider: 'b',
    });
    expect((await open('postgres', 'postgres')`show is_superuser`)[0]?.is_superuser).toBe('on');
  });

  test('listens on a socket only, in a folder closed to others, and writes durably', async ({
    expect,
    place,
  }) => {
    const { server, open } = await start(place, { durable: true });
    const [settings] = await open()`
      select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync`;
    expect(settings).toEqual({ addresses: '', fsync: 'on' });
    expect(statSync(server.options().host).mode & 0o777).toBe(0o700);
  });

  test('takes a password from everyone', async ({ expect, place }) => {
    const { server } = await start(place);
    const sql = openSql({ ...server.options(), password: 'wrong' });
    place.finally(() => sql.end());
    await expect(sql`select 1`).rejects.toMatchObject({ code: '28P01' });
  });

  test('keeps its data when its passwords were lost and made anew', async ({ expect, place }) => {
    const dataDir = place.folder();
    const before = await start(place, { dataDir });
    await before.open()`create table notes ()`;
    await before.server.stop();
    const after = await start(place, { dataDir, passwords: { admin: 'new', owner: 'newer' } });
    expect(await after.open()`select from notes`).toHaveLength(0);
  });

  test.for([
    ['another process', 'echo $$; exec sleep 900'],
    ['a zombie', 'sleep 0 & echo $!; exec sleep 900'],
  ])(
    'starts over the pid file of a killed server whose pid now is %s',
    async ([, script = ''], { expect, place }) => {
      const dataDir = place.folder();
      const before = await start(place, { dataDir });
      const pidFile = join(dataDir, 'postgres/18/postmaster.pid');
      const content = readFileSync(pidFile, 'utf8');
      await before.server.stop();
      // It runs as the server's user, which is what PostgreSQL would take for another server.
      const { uid, gid } = statSync(join(dataDir, 'postgres/18'));
      const user = process.getuid?.() === 0 ? { uid, gid } : {};
      const stranger = spawn('/bin/sh', ['-c', script], { ...user, cwd: '/' });
      place.finally(() => stranger.kill());
      const [pid] = await once(stranger.stdout, 'data');
      writeFileSync(pidFile, content.replace(/^\d+/, String(pid).trim()));

      const after = await start(place, { dataDir });
      expect(await after.open()`select 1 as one`).toEqual([{ one: 1 }]);
      expect(stranger.exitCode ?? stranger.signalCode).toBe(null);
    },
  );

  test('is taken over when an earlier start left it running', async ({ expect, place }) => {
    const dataDir = place.folder();
    const left = await start(place, { dataDir });
    await left.open()`create table notes ()`;
    const after = await start(place, { dataDir });
    expect(await left.server.ended).toBe('exit code 0');
    expect(await after.open()`select from notes`).toHaveLength(0);
  });

  test('removes what starts cut short left half-made, though something still writes into it', async ({
    expect,
    place,
  }) => {
    const dataDir = place.folder();
    const { server } = await start(place, { dataDir });
    await server.stop();
    const home = join(dataDir, 'postgres');
    const folder = join(home, 'partial-of-before');
    mkdirSync(folder);
    const script = 'for i in $(seq 400); do : > "$0/$i"; sleep 0.005; done';
    const writer = spawn('/bin/sh', ['-c', script, folder], { stdio: 'ignore' });
    place.finally(() => writer.kill());
    await expect.poll(() => readdirSync(folder).length).toBeGreaterThan(10);
    const { messages, ...log } = keepingLog();
    await start(place, { dataDir, log });
    expect(readdirSync(home).filter((name) => name.startsWith('partial-'))).toEqual([]);
    expect(messages.filter((message) => message.includes('half-made'))).toEqual([]);
  });

  test('starts at once after a kill -9 while clients are connected', async ({ expect, place }) => {
    const dataDir = place.folder();
    const { server, open } = await start(place, { dataDir, durable: true });
    const busy = open()`select pg_sleep(30)`.catch(() => {});
    await open()`create table notes ()`;
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    const after = await start(place, { dataDir });
    expect(await after.open()`select from notes`).toHaveLength(0);
    await busy;
  });

  test.for(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'of a test run does not outlive it, when that is ended by %s',
    async (signal, { expect, place, skip }) => {
      if (process.platform === 'win32') skip('Windows has no shell that waits');
      const run = spawn(process.execPath, [
        join(import.meta.dirname, '../test-support/throwaway.ts'),
      ]);
      place.finally(() => run.kill('SIGKILL'));
      const [line] = await once(run.stdout, 'data');
      const pid = Number(line);
      expect(identityOf(pid)).toBeDefined();
      run.kill(signal);
      expect(await waitUntil(() => identityOf(pid) === undefined, 60_000)).toBe(true);
    },
  );

  test('can be thrown away: a test gets one by a URL, and nothing is left of it', async ({
    expect,
  }) => {
    const server = await startThrowawayPostgres({ max_connections: '25' });
    const sql = openSql(server.adminUrl);
    const [settings] = await sql`
      select current_setting('max_connections') as connections,
        current_setting('data_directory') as folder`;
    await sql`create database copy template atrium owner atrium`;
    await sql.end();
    const copy = openSql(server.url('copy'));
    expect(await copy`select current_database() as name`).toEqual([{ name: 'copy' }]);
    await copy.end();
    await server.stop();
    expect(settings?.connections).toBe('25');
    expect(existsSync(settings?.folder)).toBe(false);
  });
});
