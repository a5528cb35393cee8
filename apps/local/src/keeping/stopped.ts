import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { lockDataDir, openDataDir } from '../data-dir.ts';
import type { Log } from '../log.ts';
import { endServerLeftBehind } from '../postgres/left-behind.ts';
import { findCluster } from '../postgres/placement.ts';
import { endStrays } from '../strays.ts';

/** A DATA_DIR on which nothing runs, and where its database lies. */
type Stopped = {
  dataDir: string;
  /** The folder with the cluster; undefined when there is no embedded database. */
  clusterHome: string | undefined;
};

/**
 * Does something with a DATA_DIR while no start can run on it; what a killed start left running
 * is stopped first. Throws a StartError while Atrium runs. `command` is what others are told.
 */
export async function whileStopped<T>(
  config: Config,
  command: string,
  log: Log,
  work: (stopped: Stopped) => Promise<T>,
): Promise<T> {
  const dataDir = openDataDir(config.dataDir);
  const lock = await lockDataDir(dataDir, command, log, 'Stop it first, then try again.');
  try {
    await endStrays(join(dataDir, 'run', 'children.json'), log);
    const clusterHome = findCluster(dataDir);
    const folder = clusterHome && join(clusterHome, '18');
    if (folder && existsSync(folder)) await endServerLeftBehind(folder, log);
    return await work({ dataDir, clusterHome });
  } finally {
    lock.release();
  }
}
