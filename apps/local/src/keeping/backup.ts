import { existsSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { ownEntries } from '../data-dir.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { whileStopped } from './stopped.ts';
import { pack } from './tar.ts';

/** The name that tells a backup from other archives. */
export const manifest = 'atrium-backup.json';
/** The entries of the cluster's folder. */
export const clusterEntries = ['18', 'passwords.sha256'];
/** The entries that only a start needs, or that lie elsewhere. */
const notKept = ['run', 'cache', 'postgres'];

type Backup = { file: string; bytes: number; hasDatabase: boolean };

/**
 * Writes all that DATA_DIR holds and its database, wherever that lies, to one packed archive:
 * `target`, or a file named by the moment if that is a folder. Throws a StartError while Atrium
 * runs. The file appears under its name when it is whole.
 */
export function backUp(config: Config, target: string, log: Log): Promise<Backup> {
  const held = config.databaseUrl ? config.dataDir : join(config.dataDir, 'secrets.json');
  if (!existsSync(held))
    throw new StartError(
      `There is nothing to back up in DATA_DIR ${config.dataDir}` +
        (config.databaseUrl ? ', and without BACKUP_DATABASE_URL the database is not taken' : ''),
    );
  return whileStopped(config, 'npx atrium backup', log, async ({ dataDir, clusterHome }) => {
    const file = fileFor(target);
    const present = (folder: string, names: string[]) => ({
      folder,
      names: names.filter((name) => existsSync(join(folder, name))),
    });
    const note = mkdtempSync(join(tmpdir(), 'atrium-backup-'));
    try {
      const kept = ownEntries.filter((name) => !notKept.includes(name));
      const parts = [
        { folder: note, names: [manifest] },
        present(dataDir, kept),
        ...(clusterHome ? [present(clusterHome, clusterEntries)] : []),
      ];
      const madeAt = Temporal.Now.instant().toString({ smallestUnit: 'second' });
      writeFileSync(join(note, manifest), JSON.stringify({ version: 1, madeAt, dataDir }));
      await pack(
        `${file}.part`,
        parts.filter(({ names }) => names.length > 0),
      );
      renameSync(`${file}.part`, file);
    } finally {
      rmSync(note, { recursive: true });
      rmSync(`${file}.part`, { force: true });
    }
    return { file, bytes: statSync(file).size, hasDatabase: clusterHome !== undefined };
  });
}

function fileFor(target: string): string {
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) return resolve(target);
  const moment = Temporal.Now.instant().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
  return resolve(target, `atrium-${moment}.tar.gz`);
}
