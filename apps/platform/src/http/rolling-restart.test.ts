import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@atrium/local/ports.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { hasNginx, startProxy } from '../../test-support/shipped-proxy.ts';
import { cloneDatabase } from '../../test-support/world.ts';

/** The number of restarts of a replica; `npm run test:soak` makes twenty. */
const restarts = Number(process.env.ROLLING_RESTARTS ?? 2);
const entry = join(import.meta.dirname, '../main.ts');
const processes = new Set<ChildProcess>();
afterAll(async () => {
  for (const each of processes) each.kill('SIGKILL');
});

test(
  'two replicas behind the shipped proxy are restarted in turn under load, and no request fails',
  async ({ skip }) => {
    if (!hasNginx()) return skip('nginx is not installed');
    const directory = await mkdtemp(join(tmpdir(), 'atrium-rolling-'));
    const settings = await productionSettings(directory);
    const ports = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
    const replicas = [];
    for (const port of ports) replicas.push(await startReplica(port, settings));
    const { origin, child } = await startProxy(directory, ports);
    processes.add(child);
    const load = startLoad(origin, settings);

    for (let restart = 0; restart < restarts; restart += 1) {
      const at = restart % 2;
      const replica = replicas[at];
      const port = ports[at];
      if (!replica || !port) throw new Error('There are two replicas');
      const atEnd = load.served();
      replica.kill('SIGTERM');
      const [code] = await once(replica, 'exit');
      expect(code).toBe(0);
      // It ends while the other serves, by itself: the load never does.
      expect(load.served()).toBeGreaterThan(atEnd);
      replicas[at] = await startReplica(port, settings);
      // Both serve for a while.
      const before = load.served();
      await expect.poll(load.served).toBeGreaterThan(before + 100);
    }

    const { served, failed } = await load.stop();
    expect(failed).toEqual([]);
    expect(served).toBeGreaterThan(100 * restarts);
    process.stdout.write(`${served} requests over ${restarts} restarts, none failed\n`);
    for (const each of processes) each.kill('SIGKILL');
    await Promise.all([...processes].map((each) => once(each, 'exit')));
    await rm(directory, { recursive: true, force: true });
  },
  240_000 + restarts * 60_000,
);

async function productionSettings(directory: string) {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return {
    ATRIUM_MODE: 'production',
    DATABASE_URL: await cloneDatabase(),
    DATA_DIR: directory,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
    PUBLIC_URL: 'http://127.0.0.1',
    BOOTSTRAP_ADMIN_PASSWORD: 'correct horse battery',
    RATE_LIMITS: 'off',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    // The shortest that ends in the two seconds in which connections may stay.
    DRAIN_SECONDS: '3',
  };
}

/** A replica as a process of its own; resolves when it is ready. */
async function startReplica(port: number, settings: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [entry], {
    env: { ...childEnvironment(), PORT: String(port), ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  processes.add(child);
  child.once('exit', () => processes.delete(child));
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (message?.type !== 'ready') throw new Error(`The replica ended with ${message}`);
  return child;
}

/** Four callers, one request after another each: reads, and writes that nobody may repeat. More would only keep replicas from starting. */
function startLoad(
  origin: string,
  { BOOTSTRAP_ADMIN_PASSWORD: password }: { BOOTSTRAP_ADMIN_PASSWORD: string },
) {
  const failed: string[] = [];
  let [served, going] = [0, true];

  async function send(method: string, path: string, headers: object, body?: object) {
    const began = new Date().toISOString();
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((error: Error) => ({ status: 0, json: async () => error.message }));
    const answered = await answer.json().catch(String);
    if (answer.status >= 200 && answer.status < 300) served += 1;
    else failed.push(`${began} ${method} ${path} ${answer.status} ${JSON.stringify(answered)}`);
    return answered;
  }

  async function caller(): Promise<void> {
    const { accessToken, user } = await send(
      'POST',
      '/api/auth/login',
      {},
      { email: 'admin@platform.local', password },
    );
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'x-tenant-uuid': user.tenantUuid,
      'x-user-id': user.userUuid,
      'x-user-email': user.email,
      'x-user-type': user.userType,
    };
    while (going) {
      await send('GET', '/api/auth/me', headers);
      await send('POST', '/api/partners', headers, { name: 'Cordillera' });
    }
  }

  const callers = Array.from({ length: 4 }, caller);
  const stop = async () => {
    going = false;
    await Promise.all(callers);
    return { served, failed: failed.slice(0, 20) };
  };
  return { stop, served: () => served };
}
