import { readdir, readFile } from 'node:fs/promises';
import type { Db } from './db.ts';

const folder = new URL('../../migrations/', import.meta.url);

/**
 * Brings the database to the newest schema: each file once, in order, each in a transaction of
 * its own, one process at a time. A run that was cut off leaves nothing half done. It takes as
 * long as it takes: the time that a request's statement has is not enough to rewrite a table.
 */
export async function migrate(
  db: Pick<Db, 'alone'>,
  report: (name: string) => void = () => undefined,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  await db.alone(async (sql, command) => {
    await sql`select pg_advisory_lock(hashtext('atrium migrations'))`;
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`;
    const applied = new Set((await sql`select name from schema_migrations`).map((row) => row.name));
    for (const name of names.filter((each) => !applied.has(each))) {
      report(name);
      const text = await readFile(new URL(name, folder), 'utf8');
      await command(
        `begin; set local statement_timeout = 0; ${text}; insert into schema_migrations (name) values ('${name}'); commit`,
      );
    }
  });
}
