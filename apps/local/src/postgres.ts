import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from './data-dir.ts';
import type { Running } from './keep-running.ts';
import { type Log, silentLog } from './log.ts';
import { freePort } from './ports.ts';
import { prepareBinaries } from './postgres/binaries.ts';
import {
  adoptPasswords,
  createCluster,
  hasCluster,
  type Passwords,
  removeHalfMade,
} from './postgres/cluster.ts';
import { type Connections, connectionsTo } from './postgres/connections.ts';
import { letPass, openSocketFolder, openSystemFolder } from './postgres/folders.ts';
import { endServerLeftBehind } from './postgres/left-behind.ts';
import { placeCluster } from './postgres/placement.ts';
import { startServer } from './postgres/server.ts';
import type { ServerUser } from './postgres/server-user.ts';
import { type Endpoint, hostRules, type Settings, toArguments } from './postgres/settings.ts';
import { writeAtomically } from './write-atomically.ts';

export type PostgresOptions = {
  /** An existing folder that belongs to this server alone; its owner holds its lock. */
  dataDir: string;
  passwords: Passwords;
  /** A Unix socket (the default where there are any), or a free port of the loopback interface. */
  listen?: 'socket' | 'tcp';
  /** False: for tests, fast and unsafe. */
  durable?: boolean;
  /** PostgreSQL settings that win over ours, e.g. `{ max_connections: '200' }`. */
  settings?: Settings;
  log?: Log;
};

export type Postgres = Running & Connections;

export type PreparedPostgres = Connections & {
  /** Starts the server; again after it ended, at the same address. */
  start(stopping?: AbortSignal): Promise<Running>;
};

/**
 * Starts a PostgreSQL 18 server on the cluster of `dataDir`, made first if there is none: superuser
 * `postgres`, and an ordinary login `atrium` that may create roles and owns the database `atrium`.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { start, ...connections } = await preparePostgres(options);
  return { ...(await start()), ...connections };
}

/** Everything up to the start of the server: its place, its programs, its cluster. */
export async function preparePostgres(options: PostgresOptions): Promise<PreparedPostgres> {
  const { passwords, durable = true, log = silentLog } = options;
  const { user, home, folder } = placeCluster(options.dataDir, log);
  const spare = () => (user.uid === undefined ? home : openSystemFolder());
  const binaries = prepareBinaries(user, spare);
  const hostRulesFile = writeHostRules(home);
  await removeHalfMade(home, log);
  if (hasCluster(folder)) {
    await endServerLeftBehind(folder, log);
    await adoptPasswords({ home, folder, user, binaries }, passwords);
  } else {
    log.info('PostgreSQL: creating the database cluster');
    await createCluster({ home, folder, user, binaries }, passwords, durable);
  }
  const endpoint = await openEndpoint(options, home, user);
  const settings = toArguments(endpoint, hostRulesFile, durable, options.settings);
  return {
    ...connectionsTo(endpoint, passwords),
    start: (stopping) =>
      startServer({ binaries, user, cluster: folder, endpoint, settings, log }, stopping),
  };
}

async function openEndpoint(
  { dataDir, listen = process.platform === 'win32' ? 'tcp' : 'socket' }: PostgresOptions,
  home: string,
  user: ServerUser,
): Promise<Endpoint> {
  if (listen === 'tcp') return { port: await freePort('127.0.0.1') };
  const parent = home.startsWith(dataDir) ? dataDir : home;
  const run = openFolder(join(parent, 'run'));
  letPass(run, user);
  return { folder: openSocketFolder(join(run, 'postgres'), user) };
}

// Beside the cluster, not in it, so that root writes nothing into a folder of another user.
function writeHostRules(home: string): string {
  const file = join(home, 'pg_hba.conf');
  writeAtomically(file, hostRules);
  chmodSync(file, 0o644);
  return file;
}
