import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Does as a newcomer does: `npm start`, the tour, Ctrl-C; and again. Prints how long each start took. */
const root = join(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-start-'));
const port = await freePort();
const env = {
  ...process.env,
  PORT: String(port),
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
};

try {
  const first = await start();
  execFileSync('npm', ['run', '--silent', 'tour'], { cwd: root, env, stdio: 'inherit' });
  await first.stop();
  const second = await start();
  await second.stop();
  process.stdout.write(`first start ${first.seconds} s, second start ${second.seconds} s\n`);
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function start() {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  let failed = false;
  void ended.then(() => {
    failed = true;
  });
  while (!(await isReady())) {
    if (failed) throw new Error('npm start ended before it was ready');
    await new Promise((again) => setTimeout(again, 25));
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const stop = async () => {
    process.kill(-(child.pid as number), 'SIGINT');
    await ended;
    if (await isReady()) throw new Error('something still answers after the stop');
  };
  return { seconds, stop };
}

async function isReady(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return response?.status === 200;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
}
