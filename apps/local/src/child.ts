import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Env } from '@atrium/kit/env.ts';
import { exitConfig } from '@atrium/kit/service.ts';
import type { Running } from './keep-running.ts';
import { type Log, parseRecord } from './log.ts';
import { StartError } from './start-error.ts';
import { whenEnded } from './when-ended.ts';

type ChildOptions = {
  name: string;
  /** A TypeScript or JavaScript file, run by this very Node. */
  entry: string;
  environment: Env;
  log: Log;
  onSpawn(running: Running): void;
  onMessage(message: { type: string; [field: string]: unknown }): void;
  /** The time a stop may take before it is forced. */
  stopLimitMs: number;
  /** Options for Node itself. V8's default heap for young objects would be a third of an idle service's memory. */
  flags: string[];
};

/**
 * Starts a Node child and resolves when it sends `{type: 'ready'}`. A child that ends before that
 * rejects with the last thing it complained about: a StartError if its exit code says that its
 * configuration is wrong.
 */
export async function startChild(options: ChildOptions, stopping: AbortSignal): Promise<Running> {
  stopping.throwIfAborted();
  const { name, entry, log } = options;
  // A process group of its own: Ctrl-C reaches only us, and we stop the children in order.
  const child = spawn(process.execPath, [...options.flags, entry], {
    env: options.environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    windowsHide: true,
  });
  const complaint = readLines(child, name, log);
  const ended = whenEnded(child);
  if (child.pid === undefined) throw new Error(await ended);
  const running = toRunning(child, child.pid, ended, options.stopLimitMs);
  options.onSpawn(running);

  const ready = Promise.withResolvers<void>();
  child.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    options.onMessage(message);
    if (message.type === 'ready') ready.resolve();
  });
  const stop = () => void running.stop();
  stopping.addEventListener('abort', stop, { once: true });
  const failed = ended.then((how) => {
    const reason = `${name} could not start: ${complaint() ?? how}`;
    if (child.exitCode === exitConfig) throw new StartError(reason, exitConfig);
    throw new Error(reason);
  });
  try {
    await Promise.race([ready.promise, failed]);
    failed.catch(() => {});
    return running;
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}

function toRunning(
  child: ChildProcess,
  pid: number,
  ended: Promise<string>,
  stopLimitMs: number,
): Running {
  return {
    pid,
    ended,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      // Windows has no SIGTERM; a child closes when its channel to us does.
      if (process.platform !== 'win32') child.kill('SIGTERM');
      else if (child.connected) child.disconnect();
      const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(force);
    },
  };
}

/**
 * Sends the child's lines to the log and answers with its last complaint, for our own message:
 * an error it logged, else the text that it or Node wrote to stderr before the stack.
 */
function readLines(child: ChildProcess, name: string, log: Log): () => string | undefined {
  let complaint: string | undefined;
  const read = (stream: Readable | null, level: number) => {
    if (!stream) return;
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      const record = parseRecord(line);
      if (record && record.level >= 50) complaint = String(record.msg);
      else if (!record && level >= 40 && isComplaint(line)) complaint = line.trim();
      log.childLine(name, line, level);
    });
  };
  read(child.stdout, 30);
  read(child.stderr, 40);
  return () => complaint;
}

// Not the frames of a stack, the excerpt of the source above it, nor Node's own last line.
function isComplaint(line: string): boolean {
  return /^[A-Z]/.test(line) && !line.startsWith('Node.js v');
}

function isMessage(message: unknown): message is { type: string } {
  return typeof message === 'object' && message !== null && 'type' in message;
}
