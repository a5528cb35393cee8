import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { beginRestore } from '../keeping/restore.ts';
import { whileStopped } from '../keeping/stopped.ts';
import type { Log } from '../log.ts';
import { placeCluster } from '../postgres/placement.ts';
import { chooseServerUser } from '../postgres/server-user.ts';
import { openSecrets } from '../secrets.ts';
import { StartError } from '../start-error.ts';
import { chooseBase } from './choose-base.ts';
import { folderOfAnalytics } from './copy-analytics.ts';
import { readPrivateKey } from './key-pair.ts';
import { openClusterFolder, recover } from './recover.ts';
import { findAnalytics, unpackAnalytics } from './unpack-analytics.ts';
import { unpackObjects } from './unpack-base.ts';

export type RestoreOptions = {
  archive: string;
  keyFile: string | undefined;
  to: Temporal.Instant | undefined;
  /** An empty folder for the files of a server of one's own. */
  postgres: string | undefined;
  /** A copy of secrets.json, which no archive has. */
  secretsFile: string | undefined;
};

type Restored = {
  madeAt: string;
  objects: number;
  cluster: string;
  /** The time as of which analytics is; undefined when the backup has nothing of it. */
  analyticsAt: string | undefined;
};

/**
 * Puts a backup of a server that served into an empty DATA_DIR, or its database into `postgres`, as of a
 * time, and lets `wake` prepare the database before anybody starts on it. Throws a StartError, and leaves
 * no half of a database behind.
 */
export async function restoreArchive(
  config: Config,
  options: RestoreOptions,
  log: Log,
  wake: (url: string) => Promise<void>,
): Promise<Restored> {
  const key = options.keyFile ? readPrivateKey(options.keyFile) : undefined;
  const chosen = await chooseBase(options.archive, key, options.to);
  const { about } = chosen;
  for (const home of chosen.closed) log.warn(`${home} is left out: the key does not open it`);
  if (about.kind === 'server' && !options.postgres)
    throw new StartError(
      'The backup is of a server of your own: say where its files go, --postgres DIR',
    );
  const analytics = await findAnalytics(chosen.home, key, chosen.asOf);
  if (options.secretsFile) await checkSecrets(options.secretsFile);
  const own = options.postgres ? refuseFull(resolve(options.postgres)) : undefined;
  return whileStopped(config, 'npx atrium restore', log, async ({ dataDir, clusterHome }) => {
    const restoring = beginRestore(dataDir, clusterHome);
    const placed = own
      ? { user: chooseServerUser(undefined), partial: own, folder: own }
      : inside(placeCluster(dataDir, log));
    try {
      await recover({
        chosen,
        key,
        cluster: openClusterFolder(placed.partial, placed.user),
        user: placed.user,
        to: options.to,
        log,
        work: (url) => wake(url(about.login)),
      });
    } catch (error) {
      for (const name of readdirSync(placed.partial))
        rmSync(join(placed.partial, name), { recursive: true });
      throw error;
    }
    if (placed.partial !== placed.folder) renameSync(placed.partial, placed.folder);
    const objects = await unpackObjects(options.archive, key, dataDir);
    const folder = join(dataDir, folderOfAnalytics);
    if (analytics) await unpackAnalytics(chosen.home, key, analytics, folder);
    if (options.secretsFile) copySecrets(options.secretsFile, dataDir);
    rmSync(restoring, { recursive: true });
    return {
      madeAt: about.madeAt,
      objects,
      cluster: placed.folder,
      analyticsAt: analytics?.takenAt,
    };
  });
}

const inside = ({ user, home, folder }: ReturnType<typeof placeCluster>) => ({
  user,
  partial: join(home, `partial-${randomUUID()}`),
  folder,
});

function refuseFull(folder: string): string {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new StartError(
      `${folder} is not empty: a database is restored into an empty folder only`,
    );
  return folder;
}

async function checkSecrets(file: string): Promise<void> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}`);
  await openSecrets(file);
}

function copySecrets(file: string, dataDir: string): void {
  const copy = join(dataDir, 'secrets.json');
  copyFileSync(file, copy);
  chmodSync(copy, 0o600);
}
