import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Running } from '../keep-running.ts';
import type { Log } from '../log.ts';
import { waitUntil } from '../wait-until.ts';
import { whenEnded } from '../when-ended.ts';
import type { Binaries } from './binaries.ts';
import { guardServer } from './guard.ts';
import { endServer, endServerLeftBehind } from './left-behind.ts';
import { asUser, type ServerUser } from './server-user.ts';
import type { Endpoint } from './settings.ts';

type ServerOptions = {
  binaries: Binaries;
  user: ServerUser;
  cluster: string;
  endpoint: Endpoint;
  settings: string[];
  log: Log;
};

/**
 * Starts a server on an existing cluster and resolves when it takes connections, after whatever
 * recovery it needs. Backends of a killed server may hold its memory a little longer: waits.
 */
export async function startServer(
  options: ServerOptions,
  stopping?: AbortSignal,
): Promise<Running> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    stopping?.throwIfAborted();
    await endServerLeftBehind(options.cluster, options.log);
    if ('folder' in options.endpoint) removeSocket(options.endpoint.folder);
    const { running, complaint } = launch(options);
    if (await becameReady(options.cluster, running, stopping)) return running;
    const reason = `PostgreSQL did not start (${await running.ended}): ${complaint()}`;
    const memoryInUse = /pre-existing shared memory|is still in use/.test(reason);
    if (!memoryInUse || performance.now() > deadline) throw new Error(reason);
  }
}

function launch(options: ServerOptions): { running: Running; complaint(): string } {
  const { binaries, cluster, settings, user } = options;
  const server = spawn(join(binaries.folder, 'bin', 'postgres'), ['-D', cluster, ...settings], {
    ...asUser(user),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const complaint = readLog(server, options.log);
  const ended = whenEnded(server);
  const pid = server.pid ?? 0;
  const dismissGuard = pid > 0 ? guardServer(pid) : () => undefined;
  let gone = false;
  // At once, before what it wrote was read: from now on the pid may be another process's.
  server.once('exit', () => {
    gone = true;
    dismissGuard();
  });
  const running: Running = {
    pid,
    ended,
    kill: () => void server.kill('SIGQUIT'),
    async stop() {
      if (process.platform === 'win32') {
        spawnSync(join(binaries.folder, 'bin', 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast']);
      } else if (!gone && pid > 0) await endServer(pid, () => gone);
      await ended;
    },
  };
  return { running, complaint };
}

// The last line of its pid file says so; pg_ctl waits for the same.
async function becameReady(
  cluster: string,
  running: Running,
  stopping?: AbortSignal,
): Promise<boolean> {
  let ended = false;
  void running.ended.then(() => {
    ended = true;
  });
  const ready = () => {
    const lines = readPidFile(cluster);
    return lines[0]?.trim() === String(running.pid) && lines[7]?.trim() === 'ready';
  };
  const never = Number.POSITIVE_INFINITY;
  await waitUntil(() => ended || stopping?.aborted === true || ready(), never);
  if (!stopping?.aborted) return !ended;
  await running.stop();
  throw stopping.reason;
}

function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

// No server runs on the cluster, so these are remains, whatever pid the lock file holds.
function removeSocket(folder: string): void {
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(folder, name), { force: true });
}

const severities: { [name: string]: number } = {
  LOG: 20,
  WARNING: 40,
  ERROR: 50,
  FATAL: 50,
  PANIC: 60,
};

function readLog(server: ChildProcess, log: Log): () => string {
  let complaint = '';
  if (server.stderr)
    createInterface({ input: server.stderr }).on('line', (line) => {
      const [, severity = '', message = line] = /^([A-Z]+): {2}(.*)/.exec(line) ?? [];
      const level = severities[severity] ?? 20;
      if (level >= 50) complaint = message;
      log.childLine('postgres', message, level);
    });
  return () => complaint;
}
