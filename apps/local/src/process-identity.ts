import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Returns the boot and start time, which tell a process from a later one with the same pid.
 * Undefined when it is gone, is a zombie, or the system cannot tell (Windows).
 */
export function identityOf(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return undefined;
  const [state = '', ...started] = ps(pid, 'stat=,lstart=').split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}

/** Returns whether the process works in this folder, as a PostgreSQL server does in its cluster's. */
export function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return ps(pid, 'command=').includes(folder);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** Sends a signal; a process that has just gone is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

// Fields of proc(5) stat counted after the name in parentheses, which may itself hold spaces.
function linuxIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

function ps(pid: number, columns: string): string {
  const { stdout } = spawnSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '').trim();
}
