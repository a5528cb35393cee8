import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import type { Installed } from './peers-install.ts';

type PeerProcess = {
  installed: Installed;
  /** Arguments of Node, from the folder it is installed in. */
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Answers 200 once the product is ready. */
  health: string;
  logFile: string;
};

/** Starts a product and waits, two minutes at most, until it is ready. Ends with this process. */
export async function startPeer({ installed, args, env = {}, health, logFile }: PeerProcess) {
  const log = openSync(logFile, 'a');
  const child = spawn('node', args, {
    cwd: installed.folder,
    env: { ...installed.env, ...env },
    stdio: ['ignore', log, log],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const deadline = Date.now() + 120_000;
  while (!(await answers(health))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${args[0]} did not start: see ${logFile}`);
    await new Promise((later) => setTimeout(later, 200));
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      process.off('exit', kill);
      child.kill('SIGTERM');
      const hurry = setTimeout(kill, 5000);
      await ended;
      clearTimeout(hurry);
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.status === 200;
}

export type Ask = (method: string, path: string, body?: unknown) => Promise<Record<string, never>>;

/** Asks a product for JSON. Throws when the answer is not 2xx. */
export function asking(address: string, headers: Record<string, string>): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : {};
  };
}
