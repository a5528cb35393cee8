import type { KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { type Binaries, prepareBinaries } from '../postgres/binaries.ts';
import { openPrivateFolder, openSocketFolder, openSystemFolder } from '../postgres/folders.ts';
import { startServer } from '../postgres/server.ts';
import type { ServerUser } from '../postgres/server-user.ts';
import { type Settings, toArguments } from '../postgres/settings.ts';
import { StartError } from '../start-error.ts';
import type { Chosen } from './choose-base.ts';
import { giveTo, unpackCluster, unpackLog } from './unpack-base.ts';

type Recovery = {
  chosen: Chosen;
  key: KeyObject | undefined;
  /** An empty folder for the server's files. */
  cluster: string;
  user: ServerUser;
  to: Temporal.Instant | undefined;
  log: Log;
  /** Does something with the server that has recovered, which runs for it alone, at a URL without the login. */
  work: (url: (login: string) => string) => Promise<void>;
  /** Ends what is under way: the server too. */
  stopping?: AbortSignal | undefined;
};

/**
 * Puts a base into a folder, goes through its log up to the time asked for, and does something before the
 * server stops. Until then nobody else can reach it: its socket is in a folder of its user's alone.
 */
export async function recover({
  chosen,
  key,
  cluster,
  user,
  to,
  log,
  work,
  stopping,
}: Recovery): Promise<void> {
  if (process.platform === 'win32')
    throw new StartError('A backup of a server that served is not restored on Windows');
  const binaries = findBinaries(chosen.about.major, user);
  const side = openPrivateFolder(`${cluster}.recovery`, user);
  const room = mkdtempSync(join(tmpdir(), 'atrium-recovery-'));
  try {
    openPrivateFolder(room, user);
    await unpackCluster(chosen, key, cluster, stopping);
    await unpackLog(chosen, key, side, stopping);
    const [rules, configuration] = [join(side, 'pg_hba.conf'), join(side, 'postgresql.conf')];
    writeFileSync(rules, 'local all all trust\n', { mode: 0o600 });
    writeFileSync(configuration, '', { mode: 0o600 });
    giveTo(cluster, user);
    giveTo(side, user);
    const endpoint = { folder: openSocketFolder(join(room, 's'), user) };
    let isEnding = false;
    const lines: Log = {
      ...log,
      // A connection whose end the server has not seen yet is no news while it stops.
      childLine: (...line) => {
        if (!isEnding) log.childLine(...line);
      },
    };
    const start = (target: Settings) => {
      const settings = {
        config_file: configuration,
        restore_command: `cp "${side}/%f" "%p"`,
        // Else it wants the sizes of the server that was copied, though nobody reads meanwhile.
        hot_standby: 'off',
        recovery_target_action: 'promote',
        shared_preload_libraries: '',
        archive_mode: 'off',
        ...target,
      };
      const parameters = toArguments(endpoint, rules, true, settings);
      const server = { binaries, user, cluster, endpoint, settings: parameters, log: lines };
      return startServer(server, stopping);
    };
    const running = await start(to ? { recovery_target_time: toSetting(to) } : {}).catch(
      (error: Error) => {
        // Nothing was committed between the last change and the time, up to which the log is here.
        if (!to || !/before configured recovery target/.test(error.message)) throw error;
        return start({});
      },
    );
    const stop = () => void running.stop();
    stopping?.addEventListener('abort', stop);
    try {
      stopping?.throwIfAborted();
      await work((login) => `postgres://${login}?host=${encodeURIComponent(endpoint.folder)}`);
    } finally {
      stopping?.removeEventListener('abort', stop);
      isEnding = true;
      await running.stop();
    }
  } finally {
    rmSync(side, { recursive: true, force: true });
    rmSync(room, { recursive: true, force: true });
  }
}

/** Returns a time as the server reads it before it knows the names of zones. */
const toSetting = (to: Temporal.Instant): string => to.toString().replace('Z', '+00');

/** Returns the programs of a major version: those that come with Atrium, or those of the system. */
function findBinaries(major: number, user: ServerUser): Binaries {
  const spare = () =>
    user.uid === undefined ? mkdtempSync(join(tmpdir(), 'atrium-pg-')) : openSystemFolder();
  if (major === 18) {
    try {
      return prepareBinaries(user, spare);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
    }
  }
  const folder = [`/usr/lib/postgresql/${major}`, `/usr/pgsql-${major}`].find((each) =>
    existsSync(join(each, 'bin', 'postgres')),
  );
  if (folder) return { folder, version: String(major) };
  throw new StartError(
    `PostgreSQL ${major}, of which the backup is, is not installed on this machine`,
  );
}

/** Makes an empty folder for a server's files, closed to all but its user. */
export function openClusterFolder(folder: string, user: ServerUser): string {
  mkdirSync(folder, { recursive: true });
  return openPrivateFolder(folder, user);
}
