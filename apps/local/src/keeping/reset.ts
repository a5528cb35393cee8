import { existsSync, readdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { ownEntries } from '../data-dir.ts';
import type { Log } from '../log.ts';
import { findCluster } from '../postgres/placement.ts';
import { whileStopped } from './stopped.ts';

/** The folder in which a restore unpacks; while it is there, DATA_DIR is not complete. */
export const restoringFolder = 'restoring';

/** Returns the folders that a reset deletes. Throws a StartError for a copy of another DATA_DIR. */
export function listToReset(config: Config): string[] {
  if (!existsSync(config.dataDir)) return [];
  const dataDir = realpathSync(config.dataDir);
  const clusterHome = findCluster(dataDir);
  const isOutside = clusterHome !== undefined && clusterHome !== join(dataDir, 'postgres');
  return isOutside ? [dataDir, clusterHome] : [dataDir];
}

/**
 * Deletes all that Atrium keeps in DATA_DIR and its database, wherever that lies, to begin anew.
 * Other files stay. Throws a StartError while Atrium runs.
 */
export async function reset(config: Config, log: Log): Promise<void> {
  if (!existsSync(config.dataDir)) return;
  const dataDir = await whileStopped(config, 'npx atrium reset', log, async (stopped) => {
    deleteKept(stopped.dataDir, stopped.clusterHome);
    return stopped.dataDir;
  });
  rmSync(join(dataDir, 'run'), { recursive: true, force: true });
  if (readdirSync(dataDir).length === 0) rmdirSync(dataDir);
}

/** Deletes everything but the lock. The database goes last, since its place is noted in DATA_DIR. */
export function deleteKept(dataDir: string, clusterHome: string | undefined): void {
  const kept = [...ownEntries, restoringFolder].filter(
    (name) => !['run', 'postgres'].includes(name),
  );
  for (const name of kept) rmSync(join(dataDir, name), { recursive: true, force: true });
  if (clusterHome) rmSync(clusterHome, { recursive: true, force: true });
  rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
}
