import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { ServerUser } from './server-user.ts';

/**
 * Lets the server's user pass through a closed folder of root's, by its group and no further.
 * A folder opened in any other way is left as its owner wanted it.
 */
export function letPass(path: string, user: ServerUser): void {
  if (user.gid === undefined) return;
  const { uid, mode } = lstatSync(path);
  if (uid !== 0 || (mode & 0o067) !== 0) return;
  chownSync(path, 0, user.gid);
  chmodSync(path, 0o710);
}

/** A folder only the server's user may enter, made if missing. */
export function openPrivateFolder(path: string, user: ServerUser): string {
  mkdirSync(path, { recursive: true });
  if (process.platform === 'win32') return path;
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
  chmodSync(path, 0o700);
  return path;
}

/**
 * A folder of root's outside any home, for what the server's user must reach: nobody else can
 * have put something there, or change it.
 */
export function openSystemFolder(): string {
  for (const path of ['/var/lib/atrium', '/var/tmp/atrium']) {
    try {
      mkdirSync(path, { recursive: true });
      const { uid, mode } = lstatSync(path);
      if (uid !== 0 || !lstatSync(path).isDirectory() || (mode & 0o022) !== 0) continue;
      chmodSync(path, 0o755);
      return path;
    } catch {}
  }
  throw new StartError(
    'Neither /var/lib/atrium nor /var/tmp/atrium can be used for the database. ' +
      'Put DATA_DIR where other users can pass, e.g. DATA_DIR=/srv/atrium npm start',
  );
}

/**
 * Opens the folder of the server's socket: in `wanted`, or, because a socket's path may not exceed some
 * 100 bytes nor hold the signs that lists and URLs use, in a private folder in the temporary one.
 */
export function openSocketFolder(wanted: string, user: ServerUser): string {
  const path = join(wanted, '.s.PGSQL.5432.lock');
  if (Buffer.byteLength(path) <= 100 && /^[\w/. @+-]+$/.test(path)) {
    return openPrivateFolder(wanted, user);
  }
  const owner = user.uid ?? process.getuid?.();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const folder = join(tmpdir(), `atrium-${shortHash(`${wanted}${attempt}`)}`);
    if (lstatSync(folder, { throwIfNoEntry: false })?.uid === owner)
      return openPrivateFolder(folder, user);
    try {
      mkdirSync(folder, { mode: 0o700 });
      return openPrivateFolder(folder, user);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new StartError(`No private folder for the database's socket can be made in ${tmpdir()}.`);
}

/** Twelve hexadecimal digits that stand for a path. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
