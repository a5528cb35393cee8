import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { whenNpmEnds } from '@atrium/kit/when-npm-ends.ts';
import { refusePlainBesideSealed } from '@atrium/local/backup/choose-base.ts';
import { removeOldBases } from '@atrium/local/backup/remove-old-bases.ts';
import type { BackupSettings } from '@atrium/local/backup/settings.ts';
import type { Source } from '@atrium/local/backup/take-backup.ts';
import type { Config } from '@atrium/local/config.ts';
import { findServer, withServer } from '@atrium/local/keeping/with-database.ts';
import { openLog } from '@atrium/local/log.ts';
import type { Connections } from '@atrium/local/postgres/connections.ts';
import { isAway } from '@atrium/platform/database/replication.ts';
import { backUpClickHouse } from './clickhouse-backup.ts';
import { analyticsDirOf, listNotTaken } from './not-taken.ts';
import { type From, takeEachDay, takeOne } from './take-each-day.ts';

const againMs = 2_000;

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
  if (!settings.publicKey) refusePlainBesideSealed(folder);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  whenNpmEnds(config.environment, stop);
  if (!settings.publicKey)
    process.stderr.write(
      'The backup is not encrypted: set BACKUP_PUBLIC_KEY (npx atrium keys backup FILE)\n',
    );
  const log = openLog(config, (line) => void process.stderr.write(line));
  let [hasTaken, hasTold] = [false, false];
  const means = {
    publicKey: settings.publicKey,
    keepDays: settings.keepDays,
    follow,
    before: async (signal: AbortSignal) => {
      const { clickhouseDisk } = settings;
      if (clickhouseDisk && !analyticsDirOf(config))
        await backUpClickHouse(config.environment, clickhouseDisk, signal);
    },
    onTaken: () => {
      hasTaken = true;
    },
    afterwards: () => {
      if (settings.keepDays)
        for (const old of removeOldBases(folder, settings.keepDays)) say(`removed ${old}`);
      if (!hasTold) for (const each of listNotTaken(config, settings)) say(`not taken: ${each}`);
      hasTold = true;
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

async function findSource(config: Config, settings: BackupSettings): Promise<From | undefined> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl && settings.databaseUrl) {
    const { username, pathname } = new URL(databaseUrl);
    const login = `${username || 'atrium'}@localhost${pathname}`;
    const place = { login, dataDir, analyticsDir: analyticsDirOf(config) };
    return { source: { url: settings.databaseUrl, kind: 'server', ...place }, databaseUrl };
  }
  const server = await findServer(config);
  return server && embedded(config, server);
}

function embedded(config: Config, server: Connections): From {
  const source: Source = {
    url: server.url('atrium', 'postgres'),
    kind: 'embedded',
    login: 'atrium@localhost/atrium',
    dataDir: config.dataDir,
    analyticsDir: analyticsDirOf(config),
  };
  return { source, databaseUrl: server.url() };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
