import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../problems.ts';
import type { ImageAnswer, ImageTask } from './image-process.ts';

/** The processor time that one file may take unless told otherwise, in milliseconds. */
const taskMs = 5_000;
/** The time after which nobody waits any longer, on a machine that has no processor to give. */
const longestMs = 30_000;
const watchMs = 200;
const startMs = 20_000;
const idleMs = 10_000;
const heapMb = 192;
// Node itself reserves some 700 MB of this without using it; libvips and librsvg get the rest.
const dataKb = 1_200_000;

type Idle = { child: ChildProcess; timer: NodeJS.Timeout };

const script = fileURLToPath(new URL('./image-process.ts', import.meta.url));
const idle: Idle[] = [];

/**
 * Returns what may be published of an uploaded file. The file is read in a process of its own,
 * with bounded memory, without the platform's environment, and killed once it has worked for `mostMs`
 * of processor time. Throws ASSET_REJECTED that names the file, or UNAVAILABLE when the machine is too busy to
 * tell. The caller bounds how many run at a time.
 */
export async function treatImage(
  fileName: string,
  task: ImageTask,
  mostMs = taskMs,
): Promise<Buffer> {
  const child = takeIdle() ?? (await startProcess());
  const overdue = killOverdue(child, mostMs);
  const answered = nextMessage(child, longestMs);
  child.send(task);
  const answer = (await answered.finally(() => clearInterval(overdue))) as ImageAnswer | undefined;
  if (!answer) {
    const isAlive = child.exitCode === null && child.signalCode === null;
    child.kill('SIGKILL');
    if (isAlive) throw unavailable();
    const why = `reading it takes more than ${mostMs / 1000} s or too much memory`;
    throw new Problem('ASSET_REJECTED', `${fileName}: ${why}`);
  }
  keepIdle(child);
  if ('refusal' in answer) throw new Problem('ASSET_REJECTED', `${fileName}: ${answer.refusal}`);
  return Buffer.from(answer.content);
}

async function startProcess(): Promise<ChildProcess> {
  const flags = [
    `--max-old-space-size=${heapMb}`,
    '--permission',
    '--allow-addons',
    '--allow-fs-read=*',
  ];
  const node = [process.execPath, ...flags, script];
  // The heap's limit leaves out what native libraries take; the kernel's limit does not.
  const limited = ['/bin/sh', '-c', `ulimit -d ${dataKb}; exec "$0" "$@"`, ...node];
  const [file = '', ...args] = process.platform === 'linux' ? limited : node;
  const child = spawn(file, args, {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  child.on('error', () => child.kill('SIGKILL')).on('exit', () => forget(child));
  child.unref();
  child.channel?.unref();
  if (!(await nextMessage(child, startMs))) {
    child.kill('SIGKILL');
    throw unavailable();
  }
  // Requests come first where processors are few.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

const unavailable = () =>
  new Problem('UNAVAILABLE', 'Images cannot be read at the moment', {
    headers: { 'retry-after': '10' },
  });

/** Kills a process once it has worked for too long on what it is given now. */
function killOverdue(child: ChildProcess, mostMs: number): NodeJS.Timeout {
  const before = workedMs(child);
  const look = () => {
    if (workedMs(child) - before > mostMs) child.kill('SIGKILL');
  };
  return setInterval(look, watchMs).unref();
}

/**
 * Returns the processor time of a process, which on a busy machine is less than the time that passes;
 * where the system does not tell it, the time that passes.
 */
function workedMs({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return performance.now();
  try {
    // Behind the name, which may hold anything: user and system time, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}

/** Returns the next message of a process; undefined when it ends or says nothing in time. */
async function nextMessage(child: ChildProcess, ms: number): Promise<unknown> {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(ms)]);
  const message = once(child, 'message', { signal }).then(
    ([value]) => value,
    () => undefined,
  );
  const ended = once(child, 'exit', { signal }).then(
    () => undefined,
    () => undefined,
  );
  return Promise.race([message, ended]).finally(() => done.abort());
}

/** Keeps a process for the next file, until it was idle for a while. */
function keepIdle(child: ChildProcess): void {
  const end = () => {
    // Nobody is handed a process that is about to end.
    forget(child);
    child.kill();
  };
  const timer = setTimeout(end, idleMs).unref();
  idle.push({ child, timer });
}

function takeIdle(): ChildProcess | undefined {
  for (let found = idle.pop(); found; found = idle.pop()) {
    clearTimeout(found.timer);
    if (found.child.connected) return found.child;
  }
  return undefined;
}

function forget(child: ChildProcess): void {
  const at = idle.findIndex((each) => each.child === child);
  if (at >= 0) idle.splice(at, 1);
}
