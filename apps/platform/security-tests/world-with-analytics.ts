import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@atrium/local/ports.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { atEndOfFile } from '../test-support/at-end-of-file.ts';
import { world } from '../test-support/world.ts';

const entry = join(import.meta.dirname, '../../analytics/src/main.ts');

/** A world that listens, with a real analytics service behind it. `origin` is where it listens. */
export async function worldWithAnalytics(
  settings: Record<string, string> = {},
  options: Parameters<typeof world>[1] = {},
) {
  const port = await freePort('127.0.0.1');
  const w = await world({ ANALYTICS_URL: `http://127.0.0.1:${port}`, ...settings }, options);
  const ownPort = await w.listen();
  const origin = `http://127.0.0.1:${ownPort}`;
  const directory = await mkdtemp(join(tmpdir(), 'atrium-security-'));
  const child = spawn(process.execPath, [entry], {
    env: {
      ...childEnvironment(),
      ANALYTICS_PORT: String(port),
      ANALYTICS_DATA_DIR: directory,
      JWKS_URL: `${origin}/.well-known/jwks.json`,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const analyticsLog: string[] = [];
  child.stdout?.on('data', (chunk) => void analyticsLog.push(String(chunk)));
  atEndOfFile(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
    await rm(directory, { recursive: true, force: true });
  });
  const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (first?.type !== 'ready') throw new Error(`Analytics ended with ${first}`);
  return Object.assign(w, { origin, port: ownPort, analyticsLog, analytics: child });
}
