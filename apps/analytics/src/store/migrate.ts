import { readdirSync, readFileSync } from 'node:fs';
import type { Store, StoreWriter } from './store.ts';

const directory = new URL('../../migrations/', import.meta.url);

/**
 * Brings the store's tables to the state of `migrations/`: each file once, in the order of
 * their names. A file that was cut short by a crash runs again, so its statements must bear it.
 */
export async function migrate({ writer, tablesGiven }: Store): Promise<void> {
  if (tablesGiven) return checkGiven(writer);
  await writer.command(
    'create table if not exists migrations (name String, at DateTime default now()) ' +
      'engine = MergeTree order by name settings fsync_after_insert = 1, fsync_part_directory = 1',
  );
  const done = new Set((await writer.select('select name from migrations')).map(([name]) => name));
  for (const name of migrations().filter((each) => !done.has(each))) {
    for (const statement of statementsOf(readFileSync(new URL(name, directory), 'utf8'))) {
      await writer.command(statement);
    }
    await writer.command(`insert into migrations (name) values ('${name}')`);
  }
}

/** Throws when the tables that an operator made do not stand for every migration. */
async function checkGiven(writer: StoreWriter): Promise<void> {
  const done = (await writer.select('select name from migrations')).map(([name]) => name);
  const missing = migrations().filter((name) => !done.includes(name));
  if (missing.length > 0)
    throw new Error(`The cluster lacks ${missing.join(', ')}: apply deploy/clickhouse/tables.sql`);
}

function migrations(): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** Returns the statements of a file, without its comments. */
export function statementsOf(file: string): string[] {
  return file
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(';\n')
    .map((statement) => statement.trim())
    .filter(Boolean)
    .map((statement) => statement.replace(/;$/, ''));
}
