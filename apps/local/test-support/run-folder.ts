import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityOf, signalProcess } from '../src/process-identity.ts';
import { waitUntil } from '../src/wait-until.ts';

const prefix = 'atrium-tests-';

/**
 * Makes the one folder in which a run of the tests keeps all that it writes, and makes it the
 * temporary folder of this process and of those it starts. When this process is gone, however it
 * ended, a guard ends whatever still works in the folder and removes it; the next run does so when
 * the guard is gone as well. `close()` does so now; it throws when a process was left behind.
 */
export async function openRunFolder(): Promise<{ close(): Promise<void> }> {
  await clearAbandoned(tmpdir());
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // The servers' users pass through it.
  chmodSync(folder, 0o755);
  const dismissGuard = startGuard(folder);
  process.env.TMPDIR = folder;
  endWithNpm();
  return {
    async close() {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      const others = () => processesIn(folder).map(commandOf).filter(isOurs);
      await waitUntil(() => others().length === 0, 10_000);
      const left = others();
      await clearRunFolder(folder);
      dismissGuard();
      if (left.length > 0) throw new Error(`The tests left behind: ${left.join('; ')}`);
    },
  };
}

/** Ends the processes that work in a folder of a run, asking first, and removes it. */
export async function clearRunFolder(folder: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of processesIn(folder)) {
      signalProcess(pid, signal);
      // A test may have stopped it for a while.
      signalProcess(pid, 'SIGCONT');
    }
    if (await waitUntil(() => processesIn(folder).length === 0, 4_000)) break;
  }
  for (const place of mountsIn(folder)) spawnSync('umount', ['-l', place]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Starts the process that waits for our end. Returns the function that sends it away. */
function startGuard(folder: string): () => void {
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'run-guard.ts')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  // Not as a parameter: whoever names the folder is ended.
  guard.stdin.write(`${folder}\n`);
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return () => void guard.kill('SIGKILL');
}

/** Ends this process soon after the npm that started it: whoever kills npm alone means the tests. */
function endWithNpm(): void {
  const [npm] = ancestors().filter((pid) => /^npm\b/.test(commandOf(pid).split(' ')[1] ?? ''));
  const identity = npm === undefined ? undefined : identityOf(npm);
  if (npm === undefined || identity === undefined) return;
  setInterval(() => {
    if (identityOf(npm) !== identity) process.exit(143);
  }, 1_000).unref();
}

/** Returns the parent of this process and those above it. */
function ancestors(): number[] {
  const found: number[] = [];
  for (let pid = process.ppid; pid > 1; ) {
    found.push(pid);
    const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
  }
  return found;
}

/** Clears the folders of runs that are over and have no guard any more. */
async function clearAbandoned(parent: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0]);
    if (identityOf(owner) !== undefined) continue;
    // Another user's may be closed to us, and its own next run clears it.
    await clearRunFolder(join(parent, name)).catch(() => undefined);
  }
}

/** Returns the processes but this one that name the folder in their command or environment or work in it. Empty where there is no /proc. */
export function processesIn(folder: string): number[] {
  return listProc()
    .filter((pid) => pid !== process.pid && identityOf(pid) !== undefined)
    .filter((pid) =>
      [
        () => readlinkSync(`/proc/${pid}/cwd`),
        () => readFileSync(`/proc/${pid}/cmdline`, 'latin1'),
        () => readFileSync(`/proc/${pid}/environ`, 'latin1'),
      ].some((read) => textOf(read).includes(folder)),
    );
}

/** Vitest's own watch over its workers ends with the run. */
const isOurs = (command: string) => !command.includes('vitest-watchdog');

function listProc(): number[] {
  return textOf(() => readdirSync('/proc').join(' '))
    .split(' ')
    .map(Number)
    .filter((pid) => pid > 0);
}

function commandOf(pid: number): string {
  const command = textOf(() => readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
  return `${pid} ${command.replaceAll('\0', ' ').trim().slice(0, 200)}`;
}

function mountsIn(folder: string): string[] {
  return textOf(() => readFileSync('/proc/mounts', 'latin1'))
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${folder}/`));
}

/** Returns what can be read, and nothing of a process that is gone or another user's. */
function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
