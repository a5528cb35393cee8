import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from '../data-dir.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { writeAtomically } from '../write-atomically.ts';
import { hasCluster } from './cluster.ts';
import { letPass, openSystemFolder, shortHash } from './folders.ts';
import { asUser, chooseServerUser, type ServerUser } from './server-user.ts';

const major = '18';

/** `home` holds the cluster and what belongs to it. */
type Placement = { user: ServerUser; home: string; folder: string };

type Location = { readme: string; dataDir: string; home: string };

/**
 * Decides where the cluster of a DATA_DIR lies and who runs it. It lies in DATA_DIR/postgres
 * unless we are root and the server's user cannot get there (DATA_DIR under a 0700 home): then in
 * a folder under /var/lib/atrium, which DATA_DIR/postgres/location.json tells.
 */
export function placeCluster(dataDir: string, log: Log): Placement {
  const inside = openFolder(join(dataDir, 'postgres'));
  const noted = readLocation(inside, dataDir);
  const home = openFolder(noted ?? inside);
  const existing = join(home, major);
  const found = hasCluster(existing);
  const user = chooseServerUser(found ? existing : undefined);
  if (user.uid === undefined) return place(user, home);
  if (noted === undefined) letPass(dataDir, user);
  letPass(home, user);
  if (canEnter(user, home)) return place(user, home);
  if (noted === undefined && !found) return place(user, openOutside(user, inside, dataDir, log));
  throw new StartError(
    `The database in ${home} cannot be reached by the user it runs as (${user.uid}), because a ` +
      'folder above it is closed. Open the way (chmod o+x) or move DATA_DIR.',
  );
}

/**
 * Returns where the cluster of a DATA_DIR lies, as its `location.json` says; undefined when it has none. Throws a
 * StartError for a copy of another DATA_DIR, whose database is that one's.
 */
export function findCluster(dataDir: string): string | undefined {
  const inside = join(dataDir, 'postgres');
  if (!existsSync(inside)) return undefined;
  return readLocation(inside, dataDir) ?? inside;
}

function place(user: ServerUser, home: string): Placement {
  return { user, home, folder: join(home, major) };
}

// The shell is asked, rather than the mode bits, because access lists and mounts count as well.
function canEnter(user: ServerUser, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], asUser(user)).status === 0;
}

function openOutside(user: ServerUser, inside: string, dataDir: string, log: Log): string {
  const home = unusedHome(join(openSystemFolder(), shortHash(dataDir)), log);
  const location: Location = {
    readme: 'PostgreSQL does not run as root, and its user cannot enter this folder.',
    dataDir,
    home,
  };
  writeAtomically(join(inside, 'location.json'), `${JSON.stringify(location, null, 2)}\n`);
  log.info(`PostgreSQL: its user cannot enter ${dataDir}; keeping its data in ${home}`);
  openFolder(home);
  letPass(home, user);
  return home;
}

// A home that this DATA_DIR does not point to is that of one deleted or moved: not ours to touch.
function unusedHome(path: string, log: Log): string {
  if (!existsSync(path)) return path;
  log.warn(`PostgreSQL: ${path} holds the data of an earlier or moved DATA_DIR; leaving it alone`);
  for (let number = 2; ; number += 1)
    if (!existsSync(`${path}-${number}`)) return `${path}-${number}`;
}

function readLocation(inside: string, dataDir: string): string | undefined {
  const file = join(inside, 'location.json');
  if (!existsSync(file)) return undefined;
  const location: Location = JSON.parse(readFileSync(file, 'utf8'));
  // Moved is fine; but two folders must not run one database.
  if (location.dataDir !== dataDir && existsSync(join(location.dataDir, 'postgres/location.json')))
    throw new StartError(
      `${dataDir} is a copy of ${location.dataDir}, whose database lies in ${location.home} and was ` +
        `not copied. For an empty database, delete ${dataDir}.`,
    );
  return location.home;
}
