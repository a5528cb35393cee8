import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Store } from '@atrium/analytics/store/store.ts';
import { world } from '@atrium/analytics/test-support/world.ts';
import type { Sql } from '@atrium/kit/sql.ts';
import { startThrowawayPostgres } from '@atrium/local/throwaway-postgres.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { fillPostgres, fillStore, largest } from './analytics-data.ts';
import { attributeColumns, type Question, questions } from './analytics-questions.ts';
import type { Goals } from './goals.ts';

/** Memory for the rival that a server of its own would have. */
const generous = {
  shared_buffers: '2GB',
  work_mem: '256MB',
  max_wal_size: '8GB',
  max_parallel_workers_per_gather: '2',
};
const caps = { seconds: 60, memoryBytes: 2 ** 30, rowsRead: 1e10, threads: 2 };

/** Questions over HTTP, beside hand-written SQL on the same engine and on PostgreSQL with the same events. */
export async function measureQueries(goals: Goals, events: number): Promise<void> {
  await using analytics = await world(attributeColumns);
  removeAtExit(analytics.directory);
  const { store, app } = analytics.running;
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  await fillStore(store.writer, 0, events);
  await settle(store);
  const server = await startThrowawayPostgres(generous);
  const sql = openSql(server.url('atrium'));
  try {
    await fillPostgres(sql, events);
    const headers = await analytics.headersOf(largest, 'TENANT_STAFF');
    for (const question of questions)
      await compareEngines(goals, question, { store, address, headers, sql });
  } finally {
    await sql.end();
    await server.stop();
  }
}

type Engines = {
  store: Store;
  address: string;
  headers: Record<string, string>;
  sql: Sql;
};

async function compareEngines({ check, print }: Goals, question: Question, engines: Engines) {
  const { store, address, headers, sql } = engines;
  const overHttp = askOverHttp(address, headers, question);
  const byHand = () => store.query({ sql: question.clickhouse, params: {} }, caps);
  const inPostgres = () => sql.unsafe(question.postgres);
  await refuseDifferences(question, await overHttp(), await byHand(), await inPostgres());

  // In turns, so that what else the machine does falls on all of them.
  const times: number[][] = [[], [], []];
  for (let round = 0; round < 15; round++) {
    for (const [index, work] of [overHttp, byHand].entries()) times[index]?.push(await timed(work));
    if (round % 3 === 0) times[2]?.push(await timed(inPostgres));
  }
  const [http = 0, hand = 0, rival = 0] = times.map(median);
  print(
    `        ${question.name}: HTTP ${http.toFixed(1)} ms, SQL by hand ${hand.toFixed(1)} ms, ` +
      `PostgreSQL ${rival.toFixed(0)} ms`,
  );
  const { name, limitMs } = question;
  if (limitMs) check(name, http, 'ms', { atMost: limitMs });
  check(`${name}, over 1.3 × by hand`, http - hand * 1.3, 'ms', { atMost: 5 });
  check(`${name}, PostgreSQL is slower by`, rival / http, '×', { atLeast: 10 });
}

const agent = new Agent({ keepAlive: true });

/** Asks over HTTP and reads the rows, at as little cost to the one who asks as can be. */
export function askOverHttp(address: string, headers: Record<string, string>, { ask }: Question) {
  const body = JSON.stringify(ask);
  return async (): Promise<unknown[][]> => {
    const asking = request(`${address}/api/analytics/query`, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
    });
    asking.end(body);
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const { rows } = JSON.parse(await text(response)) as { rows: { values: unknown[] }[] };
    return rows.map(({ values }) => values);
  };
}

/** Figures of engines that do not agree would be worth nothing. */
async function refuseDifferences(
  { name }: Question,
  overHttp: unknown[][],
  byHand: unknown[][],
  inPostgres: readonly object[],
): Promise<void> {
  const metrics = (rows: unknown[][]) => JSON.stringify(rows.map((row) => Number(row.at(-1))));
  const answers = [overHttp, byHand, inPostgres.map((row) => Object.values(row))].map(metrics);
  if (new Set(answers).size > 1) throw new Error(`${name}: the engines give different answers`);
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Leaves nothing on the disk when a long run is ended by hand. */
export function removeAtExit(directory: string): void {
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
}

/** Brings the store to where the engine brings it by itself within a day: everything merged. */
export async function settle({ control }: Store): Promise<void> {
  await control.command('optimize table events final');
  for (let calm = 0; calm < 3; ) {
    const [row] = await control.select('select count() from system.merges');
    calm = Number(row?.[0]) === 0 ? calm + 1 : 0;
    await new Promise((done) => setTimeout(done, 500));
  }
}
