import { readdir, readFile } from 'node:fs/promises';
import { ConfigError } from '@atrium/kit/env.ts';
import type { Sql } from '@atrium/kit/sql.ts';
import type { Db } from './db.ts';

const folder = new URL('../../migrations/', import.meta.url);
const oldestServer = 16;

/** The advisory lock that a replica holds while it changes the schema, ours or the job queue's. */
export const schemaLock = 'atrium schema';

/**
 * Brings the database to the newest schema: each file once, in order, each in a transaction of its
 * own, by one replica at a time. A run that is cut off leaves nothing half done. Statements have no
 * time limit here, because the limit of a request is too short to rewrite a table. Throws a
 * ConfigError for a server or a database that cannot be used, before anything is changed.
 */
export async function migrate(
  db: Pick<Db, 'alone'>,
  report: (name: string) => void = () => undefined,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  await db.alone(async (sql) => {
    await refuseOldServer(sql);
    await sql`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`;
    await sql`select pg_advisory_lock(hashtext(${schemaLock}))`;
    await sql`reset lock_timeout`;
    const applied = await listApplied(sql);
    refuseUnreleased(applied, names);
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`;
    for (const name of names.filter((each) => !applied.includes(each))) {
      report(name);
      const text = await readFile(new URL(name, folder), 'utf8');
      await sql.unsafe(
        `begin; ${text}; insert into schema_migrations (name) values ('${name}'); commit`,
      );
    }
  });
}

async function refuseOldServer(sql: Sql): Promise<void> {
  const [server] = await sql<[{ major: number; version: string }]>`
    select current_setting('server_version_num')::int / 10000 as major,
           split_part(current_setting('server_version'), ' ', 1) as version`;
  if (server.major >= oldestServer) return;
  throw new ConfigError(
    `Atrium needs PostgreSQL ${oldestServer} or newer, and the server of DATABASE_URL is PostgreSQL ${server.version}.`,
  );
}

async function listApplied(sql: Sql): Promise<string[]> {
  const [table] = await sql`select where to_regclass('schema_migrations') is not null`;
  if (!table) return [];
  const rows = await sql<{ name: string }[]>`select name from schema_migrations order by name`;
  return rows.map(({ name }) => name);
}

/**
 * Refuses a database that has other migrations than ours in the place of ours. Migrations that come
 * after ours are those of a newer version, which runs beside this one during an update.
 */
function refuseUnreleased(applied: readonly string[], names: readonly string[]): void {
  const last = names.at(-1) ?? '';
  const unknown = applied.find((name) => !names.includes(name) && name < last);
  if (!unknown) return;
  throw new ConfigError(
    `This database was made by an older, unreleased version of Atrium (migration ${unknown}), which cannot be updated. ` +
      'Start with a new DATA_DIR, or with an empty database in DATABASE_URL.',
  );
}
