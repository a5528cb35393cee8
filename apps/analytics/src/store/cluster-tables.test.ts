import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChdb } from './chdb.ts';
import { migrate, statementsOf } from './migrate.ts';
import type { Store } from './store.ts';

const root = join(import.meta.dirname, '../../../..');
const directory = mkdtempSync(join(tmpdir(), 'atrium-cluster-'));
const statements = statementsOf(readFileSync(join(root, 'deploy/clickhouse/tables.sql'), 'utf8'));
let store: Store;

beforeAll(async () => {
  store = await openChdb(directory, 1);
  await migrate(store);
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const columnsOf = async (table: string) =>
  store.control.select(
    `select name, type, default_expression, compression_codec from system.columns where database = currentDatabase() and table = '${table}' order by position`,
  );

test('the engine understands every statement for a cluster', async () => {
  const caps = { seconds: 5, memoryBytes: 1e8, rowsRead: 1e6, threads: 1 };
  for (const text of statements) {
    const parsed = store.query(
      { sql: 'select formatQuery({text:String})', params: { text } },
      caps,
    );
    await expect(parsed, text).resolves.toHaveLength(1);
  }
});

test('a cluster has the columns, order and settings that one server has', async () => {
  const local = statements.filter((each) => /create table .*\(\n/s.test(each));
  expect(local.map((each) => /atrium\.(\w+)/.exec(each)?.[1])).toEqual([
    'events_local',
    'identifiers_local',
    'catalogue_local',
    'writers',
    'migrations',
  ]);
  for (const statement of local) {
    const [, name = ''] = /atrium\.(\w+)/.exec(statement) ?? [];
    const table = name.replace('_local', '');
    // The same table on one server, under another name.
    const alone = statement
      .replace(
        /create table if not exists atrium\.\w+ on cluster 'atrium'/,
        `create table x_${table}`,
      )
      .replace(/Replicated(\w*MergeTree)\('[^']*', '[^']*'\)/, '$1');
    await store.writer.command(alone);
    expect(await columnsOf(`x_${table}`), table).toEqual(await columnsOf(table));
    const [ours, theirs] = await Promise.all(
      [table, `x_${table}`].map(async (each) => {
        const rows = await store.writer.select(
          `select sorting_key, replaceRegexpOne(engine_full, '^\\\\w+ ', '') from system.tables where database = currentDatabase() and name = '${each}'`,
        );
        const [order, engine] = rows[0] ?? [];
        // A setting that a migration adds stands last.
        return {
          order,
          engine: String(engine)
            .split(/ SETTINGS |, /)
            .sort(),
        };
      }),
    );
    if (table !== 'migrations') expect(theirs, table).toEqual(ours);
  }
});

test('a cluster says which migrations its tables stand for', () => {
  const names = readdirSync(join(root, 'apps/analytics/migrations')).sort();
  expect(statements.at(-1)).toBe(
    `insert into atrium.migrations (name) values ${names.map((name) => `('${name}')`).join(', ')}`,
  );
});
