import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../local/src/ports.ts';
import { waitUntil } from '../../local/src/wait-until.ts';
import { childEnvironment } from '../../local/test-support/child-environment.ts';

const fetched = '/var/tmp/atrium-nats-server/usr/sbin/nats-server';

/** The program of NATS' server: the one that .ci/run fetches, or this machine's; undefined without one. */
export const natsProgram = [fetched, 'nats-server'].find(
  (each) => spawnSync(each, ['--version']).status === 0,
);

const shipped = readFileSync(join(import.meta.dirname, '../../../deploy/nats/nats.conf'), 'utf8');
const password = 'log-password';

/** Starts servers of the shipped settings that hold one log, where only addresses and folders differ, and what is said of syncing. */
export async function startNats(folder: string, count: number, syncInterval = 'always') {
  const ports = async () => {
    const found: number[] = [];
    for (let each = 0; each < count; each++) found.push(await freePort('127.0.0.1'));
    return found;
  };
  const [clients, routes, monitors] = [await ports(), await ports(), await ports()];
  const routed = JSON.stringify(
    routes.map((each) => `nats-route://atrium:${password}@127.0.0.1:${each}`),
  );
  const servers = clients.map((port, index) => {
    const store = join(folder, `nats-${index}`);
    const file = join(folder, `nats-${index}.conf`);
    const text = shipped
      .replace('0.0.0.0:4222', `127.0.0.1:${port}`)
      .replace('0.0.0.0:8222', `127.0.0.1:${monitors[index]}`)
      .replace('0.0.0.0:6222', `127.0.0.1:${routes[index]}`)
      .replace('"/data"', JSON.stringify(store))
      .replace('sync_interval: always', `sync_interval: ${syncInterval}`);
    // A server by itself has no others.
    writeFileSync(file, count > 1 ? text : text.slice(0, text.indexOf('cluster {')));
    let child: ChildProcess | undefined;
    return {
      url: `nats://atrium:${password}@127.0.0.1:${port}`,
      monitorUrl: `http://127.0.0.1:${monitors[index]}`,
      store,
      start() {
        if (!natsProgram) throw new Error('nats-server is not installed');
        const named = { NATS_NAME: `nats-${index}`, NATS_PASSWORD: password, NATS_ROUTES: routed };
        const env = { ...childEnvironment(), ...named };
        child = spawn(natsProgram, ['-c', file], { stdio: 'ignore', env });
      },
      async stop(signal: NodeJS.Signals = 'SIGTERM') {
        const ending = child;
        child = undefined;
        if (!ending || ending.exitCode !== null) return;
        ending.kill(signal);
        await once(ending, 'exit');
      },
    };
  });
  for (const each of servers) each.start();
  for (const { monitorUrl } of servers) await healthy(monitorUrl);
  return servers;
}

/** Waits until a server takes part in what it has of the log. */
export async function healthy(monitorUrl: string): Promise<void> {
  const isHealthy = async () => (await fetch(`${monitorUrl}/healthz`).catch(() => undefined))?.ok;
  if (!(await waitUntil(async () => (await isHealthy()) === true, 60_000)))
    throw new Error(`${monitorUrl} did not become healthy`);
}
