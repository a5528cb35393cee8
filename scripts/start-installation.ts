import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** Starts an installation as a person does, by `npm start` in a folder; resolves when it is ready at `env.PORT`. */
export async function startInstallation(folder: string, env: NodeJS.ProcessEnv & { PORT: string }) {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  let failed = false;
  void ended.then(() => {
    failed = true;
  });
  while (!(await isReady(env.PORT))) {
    if (failed) throw new Error('npm start ended before it was ready');
    await new Promise((again) => setTimeout(again, 25));
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const stop = async () => {
    process.kill(-(child.pid as number), 'SIGINT');
    await ended;
    if (await isReady(env.PORT)) throw new Error('something still answers after the stop');
  };
  return { seconds, stop };
}

async function isReady(port: string): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return response?.status === 200;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
}
