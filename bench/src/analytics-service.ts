import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { tokenIssuer } from '@atrium/analytics/test-support/world.ts';

const root = join(import.meta.dirname, '../..');

// As deploy/compose.yaml starts it: events live for seconds, which a small heap for young objects copies twice.
const flags = ['--max-semi-space-size=64'];

/** The analytics service as a process of its own, and headers of users that it believes. */
export async function startAnalytics(dataDir: string) {
  const issuer = await tokenIssuer();
  const jwks = createServer((_, answer) => answer.end(JSON.stringify({ keys: [issuer.jwk] })));
  jwks.listen(0, '127.0.0.1');
  await once(jwks, 'listening');
  const keysPort = (jwks.address() as AddressInfo).port;
  const settings = {
    ANALYTICS_PORT: '0',
    ANALYTICS_DATA_DIR: join(dataDir, 'analytics'),
    JWKS_URL: `http://127.0.0.1:${keysPort}/jwks.json`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  const service = await startProcess(join(root, 'apps/analytics/src/main.ts'), settings, flags);
  return {
    ...service,
    headersOf: issuer.headersOf,
    stop: async () => {
      jwks.close();
      await service.stop();
    },
  };
}

/** Starts a module that sends its address when it is ready. `cpuSeconds` is what it has used so far. */
export async function startProcess(
  path: string,
  settings: Record<string, string> = {},
  execArgv: string[] = [],
) {
  const child = fork(path, { env: { ...process.env, ...settings }, execArgv });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  return {
    address,
    cpuSeconds: () => cpuSecondsOf(Number(child.pid)),
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** User and system time of a process: fields 14 and 15 of proc_pid_stat(5), in ticks of 10 ms. */
function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
