import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackupSettings } from '@atrium/local/backup/settings.ts';
import { type Source, takeBackup } from '@atrium/local/backup/take-backup.ts';
import type { Config } from '@atrium/local/config.ts';
import { findServer, withServer } from '@atrium/local/keeping/with-database.ts';
import { openLog } from '@atrium/local/log.ts';
import type { Connections } from '@atrium/local/postgres/connections.ts';
import { noteBackupOnMachine } from '@atrium/platform/backups/note-backup-on-machine.ts';
import { showProgress } from './progress.ts';

const againMs = 2_000;
const noteEveryMs = 30_000;

type From = { source: Source; databaseUrl: string };

/** Takes a backup, and with `follow` goes on until it is told to stop, also after the database was away. */
export async function runBackup(
  config: Config,
  settings: BackupSettings,
  folder: string,
  follow: boolean,
): Promise<number> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'secrets.json')))
    throw new Error(`There is nothing to back up in DATA_DIR ${config.dataDir}`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    if (follow) process.once(signal, () => stopping.abort());
  if (!settings.publicKey)
    process.stderr.write(
      'The backup is not encrypted: set BACKUP_PUBLIC_KEY (npx atrium keys backup FILE)\n',
    );
  const log = openLog(config, (line) => void process.stderr.write(line));
  if (!follow && !config.databaseUrl) {
    await withServer(config, 'npx atrium backup', log, (server) => take(embedded(config, server)));
    return 0;
  }
  let hasTaken = false;
  for (;;) {
    try {
      const from = await findSource(config, settings);
      if (from) await take(from);
      else if (!hasTaken)
        throw new Error(`Atrium does not run on ${config.dataDir}: start it first`);
    } catch (error) {
      if (!hasTaken) throw error;
      process.stderr.write(`The database is away (${(error as Error).message}); trying again\n`);
    }
    if (!follow || stopping.signal.aborted) return 0;
    await pause(againMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  async function take({ source, databaseUrl }: From): Promise<void> {
    const progress = showProgress('the database');
    let takenAt = new Date();
    let notedAt = Number.NEGATIVE_INFINITY;
    await takeBackup(source, folder, {
      publicKey: settings.publicKey,
      follow,
      stopping: stopping.signal,
      tell: progress.tell,
      onVerified: async (home) => {
        progress.end();
        hasTaken = true;
        takenAt = new Date();
        await noteBackupOnMachine(databaseUrl, { takenAt, coversUntil: takenAt });
        process.stdout.write(`verified ${home}\n`);
      },
      onFollowed: async (coversUntil) => {
        if (performance.now() - notedAt < noteEveryMs) return;
        notedAt = performance.now();
        await noteBackupOnMachine(databaseUrl, { takenAt, coversUntil });
      },
    });
  }
}

async function findSource(config: Config, settings: BackupSettings): Promise<From | undefined> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl && settings.databaseUrl) {
    const { username, pathname } = new URL(databaseUrl);
    const login = `${username || 'atrium'}@localhost${pathname}`;
    return { source: { url: settings.databaseUrl, kind: 'server', login, dataDir }, databaseUrl };
  }
  const server = await findServer(config);
  return server && embedded(config, server);
}

function embedded({ dataDir }: Config, server: Connections): From {
  const url = server.url('atrium', 'postgres');
  const source: Source = { url, kind: 'embedded', login: 'atrium@localhost/atrium', dataDir };
  return { source, databaseUrl: server.url() };
}
