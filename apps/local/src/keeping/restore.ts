import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { ownEntries } from '../data-dir.ts';
import type { Log } from '../log.ts';
import { findCluster, placeCluster } from '../postgres/placement.ts';
import type { ServerUser } from '../postgres/server-user.ts';
import { StartError } from '../start-error.ts';
import { clusterEntries, manifest } from './backup.ts';
import { deleteKept, restoringFolder } from './reset.ts';
import { whileStopped } from './stopped.ts';
import { unpack } from './tar.ts';
import { whileStarted } from './with-database.ts';

/**
 * Puts a backup into an empty DATA_DIR, and its database where PostgreSQL's user can go, and lets `wake`
 * prepare the database, if there is one, before anybody can start on it. Throws a StartError if DATA_DIR holds something, or the file is no backup. One that was cut short keeps
 * Atrium from starting, and is begun anew by the same command.
 */
export function restore(
  config: Config,
  file: string,
  log: Log,
  wake?: (url: string) => Promise<void>,
): Promise<void> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new StartError(`There is no file ${file}`);
  return whileStopped(config, 'npx atrium restore', log, async ({ dataDir, clusterHome }) => {
    const restoring = beginRestore(dataDir, clusterHome);
    await unpack(file, restoring, [manifest, ...clusterEntries, ...ownEntries]).catch((error) => {
      rmSync(restoring, { recursive: true });
      throw error;
    });
    if (!existsSync(join(restoring, manifest))) {
      rmSync(restoring, { recursive: true });
      throw new StartError(`${file} is not a backup of Atrium`);
    }
    moveIn(restoring, dataDir, log);
    if (wake && findCluster(dataDir)) await whileStarted(dataDir, (server) => wake(server.url()));
    rmSync(restoring, { recursive: true });
  });
}

/** What is in an empty DATA_DIR: the lock that the restore holds, and what a file system keeps. */
const notHeld = ['run', 'lost+found'];

/**
 * Makes the folder that keeps Atrium from starting while a restore lasts, and returns it. Throws a StartError
 * if DATA_DIR holds anything that no restore left behind.
 */
export function beginRestore(dataDir: string, clusterHome: string | undefined): string {
  const restoring = join(dataDir, restoringFolder);
  if (existsSync(restoring)) deleteKept(dataDir, clusterHome);
  const held = readdirSync(dataDir).find((name) => !notHeld.includes(name));
  if (held)
    throw new StartError(
      `DATA_DIR ${dataDir} is not empty (${held}). Restore into another folder, or empty it: npx atrium reset deletes what is Atrium's`,
    );
  mkdirSync(restoring, { mode: 0o700 });
  return restoring;
}

/** Throws a StartError if a restore into this DATA_DIR was cut short. */
export function refuseHalfRestored(dataDir: string): void {
  if (existsSync(join(dataDir, restoringFolder)))
    throw new StartError(
      `A restore into DATA_DIR ${dataDir} was cut short: run it again (npx atrium restore FILE), ` +
        'or begin anew (npx atrium reset).',
    );
}

function moveIn(restoring: string, dataDir: string, log: Log): void {
  const names = readdirSync(restoring).filter((name) => name !== manifest);
  if (names.some((name) => clusterEntries.includes(name))) {
    const { home, user } = placeCluster(dataDir, log);
    for (const name of clusterEntries.filter((each) => names.includes(each))) {
      const partial = join(home, `partial-${randomUUID()}`);
      move(join(restoring, name), partial);
      if (statSync(partial).isDirectory()) giveTo(partial, user);
      renameSync(partial, join(home, name));
    }
  }
  for (const name of names.filter((each) => ownEntries.includes(each)))
    renameSync(join(restoring, name), join(dataDir, name));
}

/** Moves also to another disk. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    cpSync(from, to, { recursive: true, preserveTimestamps: true });
  }
}

function giveTo(folder: string, { uid, gid }: ServerUser): void {
  if (uid === undefined || gid === undefined) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), uid, gid);
  lchownSync(folder, uid, gid);
}
