import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

/** Creates a folder of ours (0700) if it is missing and answers its real path. */
export function openFolder(path: string): string {
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o700);
  }
  return realpathSync(path);
}

/** Opens DATA_DIR. Throws a StartError if we may not use it, as when another user made it. */
export function openDataDir(path: string): string {
  try {
    const dataDir = openFolder(path);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return dataDir;
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${path} cannot be used: ${(error as Error).message}. Start as the user it ` +
        'belongs to, or choose another: DATA_DIR=/path/to/folder npm start',
    );
  }
}

/**
 * Keeps a second start off the same DATA_DIR for as long as this process lives. SQLite's lock is
 * the kernel's: it ends with the process however that dies, so it can be neither stale nor stolen.
 */
export function lockDataDir(dataDir: string, address: string): { release(): void } {
  const runDir = openFolder(join(dataDir, 'run'));
  const ownerFile = join(runDir, 'owner.json');
  const lock = new DatabaseSync(join(runDir, 'lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new StartError(
      `Atrium already runs on ${dataDir}${readOwner(ownerFile)}. ` +
        'Stop it, or start with another folder and port: DATA_DIR=.data-2 PORT=8090 npm start',
    );
  }
  writeFileSync(ownerFile, JSON.stringify({ pid: process.pid, address }));
  return { release: () => lock.close() };
}

const sqliteBusy = 5;

function readOwner(file: string): string {
  try {
    const { pid, address } = JSON.parse(readFileSync(file, 'utf8'));
    return ` (process ${pid}, ${address})`;
  } catch {
    return '';
  }
}
