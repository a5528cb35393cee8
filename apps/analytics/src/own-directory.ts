import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '@atrium/kit/own-folder.ts';

export type OwnDirectory = {
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
  const lock = new DatabaseSync(join(directory, 'lock'), { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw new Error(`Another analytics process uses ${directory}`, { cause: error });
  }
  return { writerUuid: readWriter(join(directory, 'writer')), release: () => lock.close() };
}

function readWriter(path: string): string {
  const known = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (/^[0-9a-f-]{36}$/.test(known)) return known;
  const writerUuid = crypto.randomUUID();
  writeFileSync(`${path}.new`, writerUuid, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return writerUuid;
}
