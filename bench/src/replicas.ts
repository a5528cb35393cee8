import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Sql } from '@atrium/kit/sql.ts';
import { freePort } from '@atrium/local/ports.ts';
import { startPostgres } from '@atrium/local/postgres.ts';
import { migrate } from '@atrium/platform/database/migrate.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { hasNginx, startProxy } from '@atrium/platform/test-support/shipped-proxy.ts';
import { root } from './atrium.ts';
import type { Goals } from './goals.ts';
import { closedLoop, mean, mixedLoad, type Send } from './mixed-load.ts';
import { startOurs } from './peers-atrium.ts';
import { processorTimeOf } from './processor-time.ts';

const contacts = 20_000;
/** Seconds before each measurement, and of it. */
const [warmUp, window] = [5, Number(process.env.REPLICAS_SECONDS ?? 15)];

type Turn = { rate: number; micros: number; waits: Map<string, number> };

/**
 * Measures two platforms behind the shipped nginx against one, on a database of production with nothing else at
 * work: requests a second of 32 callers (of ten seven that read a contact, two that list and one that creates), the
 * processor time a request of platforms and PostgreSQL, and what statements wait for. In turns: one, two, two, one,
 * so that a machine that gets slower falls on both.
 */
export async function measureReplicas({ check, print }: Goals, dataDir: string): Promise<void> {
  if (!hasNginx()) throw new Error('nginx is not installed');
  const passwords = { admin: 'admin', owner: 'owner' };
  const postgres = await startPostgres({ dataDir, passwords });
  const running = new Set<ChildProcess>();
  const end = () => running.forEach((each) => void each.kill('SIGKILL'));
  process.once('exit', end);
  await migrate(postgres.url());
  const settings = productionSettings(dataDir, postgres.url());
  const ports = [await freePort('127.0.0.1'), await freePort('127.0.0.1')] as const;
  const start = async (port: number) => {
    const child = await startPlatform(port, settings);
    running.add(child);
    return child;
  };
  const first = await start(ports[0]);
  const { origin, child: nginx } = await startProxy(dataDir, ports);
  running.add(nginx);
  const superuser = () => postgres.options('atrium', 'postgres');
  const { atrium, bare, close } = await startOurs(
    { address: origin, superuser, pid: first.pid ?? 0 },
    dataDir,
    contacts,
  );
  await bare.stop();
  const load = mixedLoad(atrium);
  const sql = openSql(superuser());
  const turn = (platforms: readonly ChildProcess[]) => measure(load.send, platforms, sql);

  // What each does first is slower, and is left out.
  await turn([first]);
  const ones = [await turn([first])];
  const second = await start(ports[1]);
  await turn([first, second]);
  const twos = [await turn([first, second]), await turn([first, second])];
  second.kill('SIGTERM');
  await once(second, 'exit');
  ones.push(await turn([first]));

  print(`        one: ${told(ones)}`);
  print(`        two: ${told(twos)}`);
  const seenByOne = new Set(ones.flatMap(({ waits }) => [...waits.keys()]));
  const onlyTwo = new Set(twos.flatMap(({ waits }) => [...waits.keys()])).difference(seenByOne);
  print(`        waits that only two have: ${[...onlyTwo].join(', ') || 'none'}`);
  const ratio = (of: (each: Turn) => number) => mean(twos.map(of)) / mean(ones.map(of));
  const carried = ratio(({ rate }) => rate);
  // Where one replica and PostgreSQL leave no core free, a second one has none to run on.
  if (cpus().length >= 4) check('requests of two replicas to one', carried, '', { atLeast: 1.7 });
  else print(`        requests of two replicas to one: ${carried.toFixed(2)}`);
  check(
    'processor time a request, two to one',
    ratio(({ micros }) => micros),
    '',
    { atMost: 1.1 },
  );

  load.close();
  await sql.end();
  await close();
  first.kill('SIGTERM');
  await once(first, 'exit');
  end();
  process.off('exit', end);
  await postgres.stop();
}

async function measure(send: Send, platforms: readonly ChildProcess[], sql: Sql): Promise<Turn> {
  await closedLoop(send, warmUp);
  const before = await used(platforms);
  const looking = new AbortController();
  const looked = waitsUntil(looking.signal, sql);
  const rate = await closedLoop(send, window);
  looking.abort();
  const micros = ((await used(platforms)) - before) / (rate * window);
  return { rate, micros, waits: await looked };
}

/** Returns the processor time of platforms and PostgreSQL, in microseconds. */
async function used(platforms: readonly ChildProcess[]): Promise<number> {
  const { postgres } = await processorTimeOf(process.pid);
  const times = await Promise.all(platforms.map(({ pid = 0 }) => processorTimeOf(pid)));
  return times.reduce((sum, { others }) => sum + others, postgres);
}

/** Returns how many statements were seen waiting for what, in each of the looks on average. */
async function waitsUntil(signal: AbortSignal, sql: Sql): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  let looks = 0;
  for (; !signal.aborted; looks++) {
    const rows = await sql<{ name: string; count: number }[]>`
      select wait_event_type || ' ' || wait_event ||
               case wait_event_type when 'Lock' then ' (' || left(regexp_replace(query, '\\s+', ' ', 'g'), 80) || ')'
               else '' end as name, count(*)::int as count
        from pg_stat_activity
       where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
         and wait_event is not null group by 1`;
    for (const { name, count } of rows) seen.set(name, (seen.get(name) ?? 0) + count);
    await setTimeout(50);
  }
  return new Map([...seen].map(([name, count]) => [name, count / looks]));
}

function told(turns: readonly Turn[]): string {
  const names = new Set(turns.flatMap(({ waits }) => [...waits.keys()]));
  const waits = [...names]
    .map((name) => ({ name, count: mean(turns.map((each) => each.waits.get(name) ?? 0)) }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ name, count }) => `${count.toFixed(3)} ${name}`);
  const of = (figure: 'rate' | 'micros') => turns.map((each) => each[figure].toFixed(0)).join(', ');
  return `${of('rate')} requests/s, ${of('micros')} µs of processor time a request; statements that wait at a time: ${waits.join(', ') || 'none'}`;
}

function productionSettings(dataDir: string, databaseUrl: string) {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    ATRIUM_MODE: 'production',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
    PUBLIC_URL: 'http://127.0.0.1',
    ACCESS_TOKEN_SECONDS: '86400',
    RATE_LIMITS: 'off',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  };
}

/** Starts a platform by itself; resolves when it is ready. */
async function startPlatform(
  port: number,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'apps/platform/src/main.ts')], {
    env: { ...process.env, PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (message?.type !== 'ready') throw new Error(`The platform ended with ${message}`);
  return child;
}
