import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '@atrium/kit/own-folder.ts';

type OwnDirectory = {
  /** Names this directory's writer for ever, also after a restart. */
  readonly writerUuid: string;
  release(): void;
};

/**
 * Keeps every other process off the directory of the journal for as long as this one lives: two
 * would each believe the other's events to be unknown. SQLite's lock is the kernel's and ends
 * with the process, however that dies. Throws when another holds it for longer than `waitMs`.
 */
export function ownDirectory(directory: string, waitMs = 5_000): OwnDirectory {
  makeFolder(directory);
  tighten(directory);
  const lock = new DatabaseSync(join(directory, 'lock'), { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw new Error(`Another analytics process uses ${directory}`, { cause: error });
  }
  return { writerUuid: readWriter(join(directory, 'writer')), release: () => lock.close() };
}

// The files that this service keeps there. Anything else in the folder is not its own.
const ours = /^(journal|store|lock.*|writer.*|refused-events\..*)$/;

/** Takes a folder that exists, and what is ours in it, away from other users of the machine. */
function tighten(directory: string): void {
  tightenOne(directory);
  for (const name of readdirSync(directory)) if (ours.test(name)) tightenAll(join(directory, name));
}

function tightenAll(path: string): void {
  if (!tightenOne(path).isDirectory()) return;
  for (const name of readdirSync(path)) tightenAll(join(path, name));
}

/** Tightens one entry and returns it. What another user owns, such as a mounted volume, stays as it is. */
function tightenOne(path: string) {
  const stat = lstatSync(path);
  const isOwn = process.getuid === undefined || stat.uid === process.getuid();
  const mode = stat.isDirectory() ? 0o700 : 0o600;
  if (isOwn && !stat.isSymbolicLink() && (stat.mode & 0o777) !== mode) chmodSync(path, mode);
  return stat;
}

function readWriter(path: string): string {
  const known = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (/^[0-9a-f-]{36}$/.test(known)) return known;
  const writerUuid = crypto.randomUUID();
  writeFileSync(`${path}.new`, writerUuid, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return writerUuid;
}
