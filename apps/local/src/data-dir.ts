import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '@atrium/kit/env.ts';
import { makeFolder, tightenFolder } from '@atrium/kit/own-folder.ts';
import type { Log } from './log.ts';
import { StartError } from './start-error.ts';
import { waitUntil } from './wait-until.ts';
import { writeAtomically } from './write-atomically.ts';

/** Creates a folder of ours (0700) if it is missing and answers its real path. */
export function openFolder(path: string): string {
  if (!existsSync(path)) makeFolder(path);
  return realpathSync(path);
}

/** The files and folders that a start keeps in DATA_DIR. */
export const ownEntries = [
  'postgres',
  'analytics',
  'objects',
  'mail',
  'calendars',
  'secrets.json',
  'bootstrap-credentials.json',
  'run',
  'cache',
];

/**
 * Opens DATA_DIR, made if missing, and closes it to others. Throws a StartError if we may not use
 * it, as when another user made it, or if it is a folder of something else.
 */
export function openDataDir(path: string): string {
  try {
    const dataDir = openFolder(path);
    const entries = readdirSync(dataDir).filter((name) => !/^\.|^lost\+found$/.test(name));
    const isOpen = (statSync(dataDir).mode & 0o067) !== 0;
    if (isOpen && entries.length > 0 && !entries.some((name) => ownEntries.includes(name)))
      throw new Error('it holds other things, and others may enter it');
    tightenFolder(dataDir, 'DATA_DIR');
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return dataDir;
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new StartError(
      `DATA_DIR ${path} cannot be used: ${(error as Error).message}. Start as the user it ` +
        'belongs to, or choose another: DATA_DIR=/path/to/folder npm start',
    );
  }
}

type Lock = {
  /** Tells a start that comes now that it is worth waiting. */
  stopping(): void;
  release(): void;
};

/**
 * Keeps a second start off the same DATA_DIR for as long as this process lives. SQLite's lock is
 * the kernel's: it ends with the process however that dies, so it can be neither stale nor stolen.
 * Waits for a start that is just stopping.
 */
export async function lockDataDir(
  dataDir: string,
  address: string,
  log: Log,
  advice = 'Stop it, or start with another folder and port: DATA_DIR=.data-2 PORT=8090 npm start',
): Promise<Lock> {
  const runDir = openFolder(join(dataDir, 'run'));
  const ownerFile = join(runDir, 'owner.json');
  const lock = new DatabaseSync(join(runDir, 'lock'), { timeout: 0 });
  if (!(await waitUntil(() => tryLock(lock), 1_000, 50))) {
    if (readOwner(ownerFile)?.stopping) log.info('Waiting for an earlier start to stop');
    const stopped = () => tryLock(lock) || !readOwner(ownerFile)?.stopping;
    await waitUntil(stopped, 45_000, 50);
  }
  if (!lock.isTransaction) {
    lock.close();
    throw new StartError(
      `Atrium already runs on ${dataDir}${describeOwner(readOwner(ownerFile))}. ${advice}`,
    );
  }
  const tell = (stopping: boolean) => {
    try {
      writeAtomically(ownerFile, JSON.stringify({ pid: process.pid, address, stopping }));
    } catch {
      // Only messages depend on it; the lock itself needs no file content.
    }
  };
  tell(false);
  return { stopping: () => tell(true), release: () => lock.close() };
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return false;
    throw error;
  }
}

const sqliteBusy = 5;

type Owner = { pid: number; address: string; stopping: boolean };

function describeOwner(owner: Owner | undefined): string {
  return owner ? ` (process ${owner.pid}, ${owner.address})` : '';
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
