import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { dumpSchema } from '../../test-support/dump-schema.ts';
import { openSql } from '../../test-support/open-sql.ts';
import { platformOn } from '../../test-support/platform-on.ts';
import { cloneDatabase } from '../../test-support/world.ts';
import { migrate } from './migrate.ts';

const url = await cloneDatabase();
const sql = openSql(url);
afterAll(sql.end);

test('schema.sql is what the migrations lead to; else run npm run gen', async () => {
  const committed = await readFile(new URL('../../schema.sql', import.meta.url), 'utf8');
  expect(await dumpSchema(sql)).toBe(committed);
});

test('replicas that start at once on a migrated database find nothing to do', async () => {
  const applied: string[] = [];
  await Promise.all([1, 2, 3].map(() => migrate(url, (name) => applied.push(name))));
  expect(applied).toEqual([]);
});

test('replicas that start at once on an empty database all come up', async () => {
  const url = await emptyDatabase();
  const replicas = await Promise.all([1, 2, 3].map(() => platformOn(url)));
  for (const { address } of replicas)
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  await Promise.all(replicas.map((replica) => replica.stop()));
});

test('a database of an unreleased version is refused in one sentence and left as it is', async () => {
  const url = await emptyDatabase();
  const old = openSql(url);
  await old`create table schema_migrations (name text primary key)`;
  await old`insert into schema_migrations values ('0001_foundation.sql'), ('0037_texts_before_tenants.sql')`;
  await expect(migrate(url)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(
      /^This database was made by an older, unreleased version of Atrium \(migration 0001_foundation\.sql\).* new DATA_DIR.*\.$/,
    ),
  });
  const tables = await old`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect([...tables]).toEqual([{ relname: 'schema_migrations' }]);
  await old.end();
});

test('a database whose migrations were edited since is refused in the same way', async () => {
  const url = await cloneDatabase();
  const edited = openSql(url);
  await edited`update schema_migrations set content_hash = 'other' where name like '0003_%'`;
  await expect(migrate(url)).rejects.toThrow('unreleased version of Atrium (migration 0003_');
  await edited.end();
});

test('a database that a newer version has already changed is taken as it is', async () => {
  const url = await cloneDatabase();
  const newer = openSql(url);
  await newer`insert into schema_migrations (name, content_hash) values ('9999_of_a_newer_version.sql', '')`;
  await migrate(url);
  await newer.end();
});

async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const admin = openSql(inject('adminUrl'));
  await admin.unsafe(`create database ${name} owner atrium`);
  await admin.end();
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${name}`;
  return url.href;
}
