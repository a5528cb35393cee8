import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { memoryOf } from './memory.ts';

/** The root folder of the tree that this file belongs to. */
export const root = join(import.meta.dirname, '../..');

/**
 * `npm start` as a stranger types it, in this tree unless told, timed from the command to the first
 * 200 of /health/ready.
 */
export async function startAtrium(
  dataDir: string,
  settings: Record<string, string> = {},
  tree = root,
) {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    ...settings,
  };
  const address = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn('npm', ['start'], { cwd: tree, env, stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const end = () => void process.kill(-(child.pid as number), 'SIGINT');
  process.once('exit', end);
  while (!(await isReady(address))) {
    if (child.exitCode !== null) throw new Error('npm start ended before it was ready');
    await pause(10);
  }
  const seconds = (performance.now() - began) / 1000;

  return {
    address,
    seconds,
    /** The process id of npm, which starts all the rest. */
    pid: child.pid as number,
    /** Memory of everything but PostgreSQL and npm itself. */
    memory: async () =>
      (await memoryOf(child.pid as number)).filter(({ name }) => !/^(npm|sh )/.test(name)),
    /** Long enough for what a start leaves behind to settle. */
    idle: () => pause(15_000),
    superuser: () => superuserOf(dataDir),
    stop: async () => {
      process.off('exit', end);
      end();
      await ended;
      while (await isReady(address)) await pause(50);
    },
  };
}

function superuserOf(dataDir: string): object {
  const { databaseAdminPassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  return {
    host: join(dataDir, 'run/postgres'),
    database: 'atrium',
    user: 'postgres',
    password: databaseAdminPassword,
  };
}

async function isReady(address: string): Promise<boolean> {
  const response = await fetch(`${address}/health/ready`).catch(() => undefined);
  return response?.status === 200;
}

/** A port of the loopback interface that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
