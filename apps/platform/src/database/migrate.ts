import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { ConfigError } from '@atrium/kit/env.ts';
import { createSql, type Sql } from '@atrium/kit/sql.ts';
import { connectAlone } from './pool.ts';

const folder = new URL('../../migrations/', import.meta.url);
const oldestServer = 16;

type Migration = { name: string; text: string; contentHash: string };
type Applied = { name: string; contentHash?: string };

/**
 * Brings the database to the newest schema: each file once, in order, each in a transaction of its
 * own, by one replica at a time. A run that is cut off leaves nothing half done. Throws a
 * ConfigError for a server or a database that cannot be used, before anything is changed.
 */
export async function migrate(
  url: string,
  report: (name: string) => void = () => undefined,
): Promise<void> {
  const migrations = await readMigrations();
  await changeSchema(url, async (sql, command) => {
    await refuseOldServer(sql);
    const applied = await listApplied(sql);
    refuseUnreleased(applied, migrations);
    await sql`
      create table if not exists schema_migrations (
        name text primary key, content_hash text not null,
        applied_at timestamptz not null default now())`;
    for (const { name, text, contentHash } of migrations.slice(applied.length)) {
      report(name);
      await command(
        `begin; ${text};
         insert into schema_migrations (name, content_hash) values ('${name}', '${contentHash}');
         commit`,
      );
    }
  });
}

/** How the schema of a database stands to this program: how many steps are missing, or the newest of a newer version. */
export type SchemaState =
  | { is: 'CURRENT' }
  | { is: 'OLDER'; missing: number }
  | { is: 'NEWER'; newest: string };

/** Compares the schema of a database with that of this program, and changes nothing. Throws as `migrate` does. */
export async function compareSchema(url: string): Promise<SchemaState> {
  const migrations = await readMigrations();
  const { run, end } = await connectAlone({ connectionString: url });
  try {
    const sql = createSql(run);
    await refuseOldServer(sql);
    const applied = await listApplied(sql);
    refuseUnreleased(applied, migrations);
    const missing = migrations.length - applied.length;
    if (missing > 0) return { is: 'OLDER', missing };
    return missing === 0 ? { is: 'CURRENT' } : { is: 'NEWER', newest: applied.at(-1)?.name ?? '' };
  } finally {
    await end();
  }
}

type Work = (sql: Sql, command: (text: string) => Promise<unknown>) => Promise<void>;

/**
 * Changes the schema, ours or the job queue's, as the owner on a connection of its own, one replica
 * at a time. Statements have no time limit, because that of a request is too short to rewrite a table.
 */
export async function changeSchema(url: string, work: Work): Promise<void> {
  const { run, command, end } = await connectAlone({ connectionString: url });
  const sql = createSql(run);
  try {
    await sql`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`;
    await sql`select pg_advisory_lock(hashtext('atrium schema'))`;
    await sql`reset lock_timeout`;
    await work(sql, command);
  } finally {
    await end();
  }
}

/** Returns the name of the newest migration. */
export async function newestMigration(): Promise<string> {
  return (await readMigrations()).at(-1)?.name ?? '';
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, contentHash: createHash('sha256').update(text).digest('hex') };
    }),
  );
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

async function listApplied(sql: Sql): Promise<Applied[]> {
  const [table] = await sql`select where to_regclass('schema_migrations') is not null`;
  return table ? sql<Applied[]>`select * from schema_migrations order by name collate "C"` : [];
}

/**
 * Refuses a database that was made by other migrations than ours. Those that come after ours belong
 * to a newer version, which may run beside this one during an update.
 */
function refuseUnreleased(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const isOurs = ({ name, contentHash }: Applied, at: number) =>
    name === migrations[at]?.name && contentHash === migrations[at].contentHash;
  const foreign = applied.slice(0, migrations.length).find((each, at) => !isOurs(each, at));
  if (!foreign) return;
  throw new ConfigError(
    `This database was made by an older, unreleased version of Atrium (migration ${foreign.name}), which cannot be updated. ` +
      'Start with a new DATA_DIR, or with an empty database in DATABASE_URL.',
  );
}
