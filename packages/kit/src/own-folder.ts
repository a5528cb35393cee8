import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError } from './env.ts';

/**
 * Makes a folder and those above it. Throws the system's error where that is not possible; Node's
 * own recursive form tries for ever where the system names no reason, as under /proc.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const above = dirname(resolve(path));
    if (code !== 'ENOENT' || statSync(above, { throwIfNoEntry: false })) throw error;
    makeFolder(above);
    mkdirSync(path, { mode: 0o700 });
  }
}

/**
 * Takes others' rights to a folder of our own away: only its owner enters, and its group passes
 * through where it could (PostgreSQL's user does). A folder of another owner is left as it is.
 * Throws a ConfigError for a folder that everybody shares, such as /tmp.
 */
export function tightenFolder(path: string, setting: string): void {
  const { mode, uid } = statSync(path);
  if (dirname(resolve(path)) === resolve(path) || (mode & 0o1000) !== 0)
    throw new ConfigError(
      `${setting} ${path} is a folder that everybody shares: name one of its own`,
    );
  const wanted = mode & 0o710;
  if ((mode & 0o777) !== wanted && uid === process.getuid?.()) chmodSync(path, wanted);
}
