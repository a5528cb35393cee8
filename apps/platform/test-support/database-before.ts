import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { openSql } from '@atrium/local/test-support/open-sql.ts';
import { inject } from 'vitest';
import { changeSchema } from '../src/database/migrate.ts';

const folder = new URL('../migrations/', import.meta.url);

/**
 * Makes a database as a version before left it, with the migrations up to one of their numbers. Returns its
 * address for its owner, and a connection of a superuser.
 */
export async function databaseBefore(last: string) {
  const url = new URL(inject('templateUrl'));
  url.pathname = `/before_${randomUUID().replaceAll('-', '')}`;
  const admin = openSql(inject('adminUrl'));
  await admin.unsafe(`create database ${url.pathname.slice(1)} owner atrium`);
  await admin.end();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  await changeSchema(url.href, async (owner, command) => {
    await command(`
      create table schema_migrations (
        name text primary key, content_hash text not null, applied_at timestamptz not null default now())`);
    for (const name of names.filter((each) => each.slice(0, 4) <= last)) {
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      const hash = createHash('sha256').update(text).digest('hex');
      await command(`begin; ${text}; commit`);
      await owner`insert into schema_migrations (name, content_hash) values (${name}, ${hash})`;
    }
  });
  const superuser = new URL(inject('adminUrl'));
  superuser.pathname = url.pathname;
  return { url: url.href, sql: openSql(superuser.href) };
}
