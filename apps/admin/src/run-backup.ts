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
import { isAway } from '@atrium/platform/database/replication.ts';
import { showProgress } from './progress.ts';

const againMs = 2_000;
const noteEveryMs = 30_000;
const dayMs = 86_400_000;

type From = { source: Source; databaseUrl: string };

/**
 * Takes a backup, and with `follow` goes on until it is told to stop, also after the database was away. Every
 * other fault ends it.
 */
export async function runBackup(
  config: Config,
  settings: BackupSettings,
  folder: string,
  follow: boolean,
): Promise<number> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'secrets.json')))
    throw new Error(`There is nothing to back up in DATA_DIR ${config.dataDir}`);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  if (!settings.publicKey)
    process.stderr.write(
      'The backup is not encrypted: set BACKUP_PUBLIC_KEY (npx atrium keys backup FILE)\n',
    );
  const log = openLog(config, (line) => void process.stderr.write(line));
  let hasTaken = false;
  const means = {
    publicKey: settings.publicKey,
    follow,
    onTaken: () => {
      hasTaken = true;
    },
  };
  try {
    if (!follow && !config.databaseUrl)
      await withServer(
        config,
        'npx atrium backup',
        log,
        (server) =>
          takeOne(embedded(config, server), folder, { ...means, stopping: stopping.signal }).done,
      );
    else await goOn();
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
  if (!hasTaken) throw new Error('The backup was stopped before it was whole, and is removed');
  return 0;

  async function goOn(): Promise<void> {
    for (;;) {
      try {
        const from = await findSource(config, settings);
        if (from) await takeEachDay(from, folder, { ...means, stopping: stopping.signal });
        else if (!hasTaken)
          throw new Error(`Atrium does not run on ${config.dataDir}: start it first`);
      } catch (error) {
        if (!hasTaken || !isAway(error)) throw error;
        process.stderr.write(`The database is away (${(error as Error).message}); trying again\n`);
      }
      if (!follow || stopping.signal.aborted) return;
      await pause(againMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
}

type Means = {
  publicKey: BackupSettings['publicKey'];
  follow: boolean;
  stopping: AbortSignal;
  onTaken: () => void;
};

/** Takes a base and follows it. A day later another one is begun, until which the former is followed. */
async function takeEachDay(from: From, folder: string, means: Means): Promise<void> {
  const over = new AbortController();
  const stopping = AbortSignal.any([means.stopping, over.signal]);
  const takings: ReturnType<typeof takeOne>[] = [];
  try {
    do {
      const former = takings.at(-1);
      const next = takeOne(from, folder, { ...means, stopping });
      takings.push(next);
      await Promise.race([next.verified, next.done, ...(former ? [former.done] : [])]);
      former?.relieve();
      await former?.done;
      const day = pause(dayMs, undefined, { signal: stopping }).catch(() => undefined);
      await Promise.race([next.done, day]);
    } while (means.follow && !stopping.aborted);
  } finally {
    over.abort();
    await Promise.allSettled(takings.map(({ done }) => done));
  }
}

/** Begins to take a base, and to follow it until it is relieved. */
function takeOne({ source, databaseUrl }: From, folder: string, means: Means) {
  const { publicKey, follow, stopping, onTaken } = means;
  const progress = showProgress('the database');
  const relieved = new AbortController();
  const verified = Promise.withResolvers<void>();
  let takenAt = new Date();
  let notedAt = Number.NEGATIVE_INFINITY;
  const done = takeBackup(source, folder, {
    publicKey,
    follow,
    stopping,
    relieved: relieved.signal,
    tell: progress.tell,
    onVerified: async (home) => {
      progress.end();
      onTaken();
      takenAt = new Date();
      await noteBackupOnMachine(databaseUrl, { takenAt, coversUntil: takenAt });
      process.stdout.write(`verified ${home}\n`);
      verified.resolve();
    },
    onFollowed: async (coversUntil) => {
      if (performance.now() - notedAt < noteEveryMs) return;
      notedAt = performance.now();
      await noteBackupOnMachine(databaseUrl, { takenAt, coversUntil });
    },
  });
  done.catch(() => undefined);
  return { done, verified: verified.promise, relieve: () => relieved.abort() };
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
