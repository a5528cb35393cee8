import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../local/src/ports.ts';
import { waitUntil } from '../../local/src/wait-until.ts';

const fetched = '/var/tmp/atrium-nats-server/usr/sbin/nats-server';

/** The program of NATS' server: the one that .ci/run fetches, or this machine's; undefined without one. */
export const natsProgram = [fetched, 'nats-server'].find(
  (each) => spawnSync(each, ['--version']).status === 0,
);

export type NatsServer = Awaited<ReturnType<typeof startNats>>[number];

/** Starts servers that hold one log, each with a folder of its own, synced at once as in deploy/nats if nothing else is said. */
export async function startNats(folder: string, count: number, syncInterval = 'always') {
  const ports = async () => {
    const found: number[] = [];
    for (let each = 0; each < count; each++) found.push(await freePort('127.0.0.1'));
    return found;
  };
  const [clients, routes, monitors] = [await ports(), await ports(), await ports()];
  const servers = clients.map((port, index) => {
    const store = join(folder, `nats-${index}`);
    const file = join(folder, `nats-${index}.conf`);
    const cluster = `cluster {
      name: atrium, listen: "127.0.0.1:${routes[index]}"
      routes: [${routes.map((each) => `"nats-route://127.0.0.1:${each}"`).join(', ')}]
    }`;
    writeFileSync(
      file,
      `server_name: "nats-${index}"\nlisten: "127.0.0.1:${port}"\nhttp: "127.0.0.1:${monitors[index]}"
      jetstream { store_dir: ${JSON.stringify(store)}, sync_interval: ${syncInterval} }
      ${count > 1 ? cluster : ''}`,
    );
    let child: ChildProcess | undefined;
    return {
      url: `nats://127.0.0.1:${port}`,
      monitorUrl: `http://127.0.0.1:${monitors[index]}`,
      store,
      start() {
        if (!natsProgram) throw new Error('nats-server is not installed');
        child = spawn(natsProgram, ['-c', file], { stdio: 'ignore' });
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
