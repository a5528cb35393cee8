import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { identityOf, signalProcess, worksIn } from '../process-identity.ts';
import { waitUntil } from '../wait-until.ts';

/**
 * Clears the way for a new server after a `kill -9`: stops a server that still runs on this
 * cluster, and keeps a pid file whose pid now is another process or a zombie from refusing the
 * start. Call it only while holding the lock on DATA_DIR.
 */
export async function endServerLeftBehind(cluster: string, log: Log): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const content = read(file);
  if (content === undefined) return;
  const pid = Number(content.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return rmSync(file);
  const identity = identityOf(pid);
  if (identity !== undefined && worksIn(pid, realpathSync(cluster))) {
    log.info(`PostgreSQL of an earlier start is still running (process ${pid}); stopping it`);
    return endServer(pid, () => identityOf(pid) !== identity);
  }
  // The rest of the file must stay: by it the new server sees whether the old one's shared memory
  // is still in use. Our own pid is one that PostgreSQL knows cannot be a running server's.
  if (process.platform !== 'win32')
    writeFileSync(file, content.replace(/^\d+/, String(process.pid)));
}

/** Fast shutdown; then immediate, which the next start recovers from; then SIGKILL. */
export async function endServer(
  pid: number,
  gone: () => boolean | Promise<boolean>,
  limitMs = 20_000,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalProcess(pid, signal);
    if (await waitUntil(gone, signal === 'SIGINT' ? limitMs : 5_000)) return;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
