import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@atrium/local/log.ts';
import { freePort } from '@atrium/local/ports.ts';
import { startServer } from '@atrium/local/postgres/server.ts';
import { asUser, chooseServerUser } from '@atrium/local/postgres/server-user.ts';
import { openSql } from '@atrium/local/test-support/open-sql.ts';

/**
 * The folder of a PostgreSQL version's programs (bin/initdb, bin/postgres) under
 * POSTGRES_VERSIONS, which .ci/run fills; undefined when it is not there.
 */
export function findPostgres(version: string): string | undefined {
  const folder = join(process.env.POSTGRES_VERSIONS ?? '/var/tmp/atrium-postgres', version);
  return existsSync(join(folder, 'bin', 'initdb')) ? folder : undefined;
}

/**
 * Starts a server of any version for a test, with the login `atrium`, which is no superuser and may
 * create roles. `stop()` ends it and removes its data.
 */
export async function startPostgresVersion(folder: string) {
  const user = chooseServerUser(undefined);
  const home = mkdtempSync(join(tmpdir(), 'atrium-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  const cluster = join(home, 'data');
  const { status, stderr } = spawnSync(
    join(folder, 'bin/initdb'),
    ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '-N'],
    { ...asUser(user), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  const start = async (data: string, extra: readonly string[] = []) => {
    const port = await freePort('127.0.0.1');
    const settings = [`port=${port}`, `unix_socket_directories=${home}`, 'fsync=off', ...extra];
    const running = await startServer({
      binaries: { folder, version: '' },
      user,
      cluster: data,
      endpoint: { port },
      settings: settings.flatMap((each) => ['-c', each]),
      log: silentLog,
    });
    const url = (login: string, database: string) =>
      `postgres://${login}@127.0.0.1:${port}/${database}`;
    return { port, running, url };
  };
  const { port, running, url } = await start(cluster);
  const admin = openSql(url('postgres', 'postgres'));
  await admin`create role atrium login createrole`;
  /** Makes an empty database and returns the URL of its owner. */
  async function createDatabase(name: string): Promise<string> {
    await admin.unsafe(`create database ${name} owner atrium`);
    return url('atrium', name);
  }
  const standbys: Awaited<ReturnType<typeof start>>[] = [];
  /** Starts a standby that follows this server by streaming; `url` is for the owner of a database. */
  async function startStandby() {
    const data = join(home, `standby-${standbys.length}`);
    await admin`select pg_backup_start('standby', true)`;
    spawnSync('cp', ['-a', cluster, data]);
    const [{ label }] = await admin<[{ label: string }]>`
      select labelfile as label from pg_backup_stop(false)`;
    rmSync(join(data, 'postmaster.pid'));
    for (const [name, text] of Object.entries({ backup_label: label, 'standby.signal': '' })) {
      writeFileSync(join(data, name), text);
      if (user.uid !== undefined && user.gid !== undefined)
        chownSync(join(data, name), user.uid, user.gid);
    }
    const standby = await start(data, [
      `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`,
    ]);
    standbys.push(standby);
    return {
      url: (database: string) => standby.url('atrium', database),
      stop: standby.running.stop,
    };
  }
  const stop = async () => {
    await admin.end();
    for (const standby of standbys) await standby.running.stop();
    await running.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { createDatabase, startStandby, admin, stop };
}
