import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { childEnvironment } from '../../local/test-support/child-environment.ts';
import { startHttpEngine } from '../src/store/http-engine.ts';
import { healthy, startNats } from './nats-server.ts';
import { tokenIssuer } from './world.ts';

export type Member = {
  readonly name: string;
  readonly address: string;
  readonly isUp: boolean;
  start(): Promise<void>;
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
};

export type Fleet = Awaited<ReturnType<typeof startFleet>>;

const shards = 4;

/**
 * Starts the distributed form as it is run: three servers of the log, three processes that take events in, two
 * that write and two that answer, each a process of its own. The tests' engine stands for ClickHouse.
 */
export async function startFleet(folder: string) {
  await using starting = new AsyncDisposableStack();
  const engine = await startHttpEngine(join(folder, 'engine'));
  starting.defer(() => engine.stop());
  const issuer = await tokenIssuer();
  const jwks = createServer((_, answer) => answer.end(JSON.stringify({ keys: [issuer.jwk] })));
  jwks.listen(0, '127.0.0.1');
  await once(jwks, 'listening');
  starting.defer(() => void jwks.close());
  const servers = await startNats(folder, 3);
  for (const server of servers) starting.defer(() => server.stop('SIGKILL'));
  const env = {
    ...childEnvironment(),
    NATS_URL: servers.map(({ url }) => url).join(','),
    NATS_MONITOR_URL: servers.map(({ monitorUrl }) => monitorUrl).join(','),
    CLICKHOUSE_URL: engine.url,
    ANALYTICS_SHARDS: String(shards),
    ANALYTICS_PORT: '0',
    ANALYTICS_QUERY_SECONDS: '60',
    JWKS_URL: `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/jwks.json`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.FLEET_LOG_LEVEL ?? 'silent',
  };

  const unexpected: string[] = [];

  function member(name: string, writes: boolean): Member {
    /** The process, from when it was begun, and from when it was ready. */
    let begun: ChildProcess | undefined;
    let child: ChildProcess | undefined;
    let address = '';
    return {
      name,
      get address() {
        return address;
      },
      get isUp() {
        return child !== undefined;
      },
      async start() {
        const started = fork(new URL('../src/main.ts', import.meta.url), {
          env: { ...env, ANALYTICS_WRITES: writes ? 'on' : 'off' },
          execArgv: [],
        });
        begun = started;
        const gone = once(started, 'exit').then(([code]) => {
          throw new Error(`${name} ended with ${code} before it was ready`);
        });
        gone.catch(() => undefined);
        const ready = once(started, 'message') as Promise<[{ address: string }]>;
        const [{ address: at }] = await Promise.race([ready, gone]);
        address = at;
        child = started;
        started.once('exit', (code, signal) => {
          if (child === started) unexpected.push(`${name} ended with ${code ?? signal}`);
        });
      },
      async kill() {
        const ending = begun;
        begun = undefined;
        child = undefined;
        if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
        ending.kill('SIGKILL');
        await once(ending, 'exit');
      },
      signal: (signal) => void child?.kill(signal),
    };
  }

  const named = (role: string, count: number) =>
    Array.from({ length: count }, (_, at) => member(`${role} ${at + 1}`, role === 'writer'));
  const [ingesters, writers, readers] = [
    named('ingester', 3),
    named('writer', 2),
    named('reader', 2),
  ];
  const members = [...ingesters, ...writers, ...readers];
  for (const each of members) starting.defer(() => each.kill());
  // The first writer takes all shards before the second is there.
  await writers[0]?.start();
  await Promise.all(members.filter((each) => each !== writers[0]).map((each) => each.start()));
  const logs = servers.map(
    (server, at): Member => ({
      name: `log server ${at + 1}`,
      address: server.url,
      isUp: true,
      async start() {
        server.start();
        await healthy(server.monitorUrl);
      },
      kill: () => server.stop('SIGKILL'),
      signal: () => {},
    }),
  );

  const ends = starting.move();
  return {
    engine,
    shards,
    /** Tells of processes that ended and were not killed. */
    unexpected,
    headersOf: issuer.headersOf,
    ingesters,
    writers,
    readers,
    logs,
    /** Ends every process and every server. */
    async [Symbol.asyncDispose]() {
      await ends.disposeAsync();
    },
  };
}
