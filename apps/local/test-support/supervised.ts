import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../src/ports.ts';
import { waitUntil } from '../src/wait-until.ts';
import { childEnvironment } from './child-environment.ts';
import { ask, type Place } from './place.ts';
import { putUnusedDatabase } from './unused-database.ts';

type Supervisor = {
  process: ChildProcess;
  output: Promise<string>;
  exit: Promise<number | null>;
};

/**
 * A DATA_DIR and ports for supervisors in processes of their own, as `npm start` is one. Its database is
 * there and unused, unless the first start is to make it.
 */
export async function supervised(
  place: Place,
  settings: Record<string, string> = {},
  { isEmpty = false } = {},
) {
  const dataDir = place.folder();
  if (!isEmpty) await putUnusedDatabase(dataDir);
  const [port, analyticsPort] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
  const address = `http://127.0.0.1:${port}`;
  const environment = {
    ...childEnvironment(),
    DATA_DIR: dataDir,
    PORT: String(port),
    ANALYTICS_PORT: String(analyticsPort),
    LOG_LEVEL: 'debug',
    LOG_FORMAT: 'json',
    ...settings,
  };
  const read = (file: string) => readFileSync(join(dataDir, file), 'utf8');

  /** Starts one without waiting for it; under a shell that passes on no signal, as npm's does. */
  function launch({ underShell = false } = {}): Supervisor {
    const command = [process.execPath, join(import.meta.dirname, 'supervisor.ts')] as const;
    const [program, ...parameters] = underShell
      ? ['/bin/sh', '-c', '"$0" "$1"; exit $?', ...command]
      : command;
    const child = spawn(program, parameters, {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit').then(([code]) => code as number | null);
    const output = text(child.stdout);
    place.finally(async () => {
      child.kill('SIGTERM');
      await output;
    });
    return { process: child, output, exit };
  }

  /** Starts one and waits until its platform answers. */
  async function start(how?: { underShell: boolean }): Promise<Supervisor> {
    const supervisor = launch(how);
    const answers = () =>
      ask(address).then(
        () => true,
        () => supervisor.process.exitCode !== null,
      );
    if (!(await waitUntil(answers, 200_000))) throw new Error('The platform does not answer');
    return supervisor;
  }

  /** The processes that the last start has on record. */
  function pids() {
    const children: { pid: number }[] = JSON.parse(read('run/children.json'));
    return {
      postgres: Number(read('postgres/18/postmaster.pid').split('\n')[0]),
      children: children.map(({ pid }) => pid),
    };
  }

  return { address, dataDir, launch, start, pids };
}
