import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openSql } from '@atrium/local/test-support/open-sql.ts';
import { afterAll, expect, inject, test } from 'vitest';
import { dumpSchema } from '../../test-support/dump-schema.ts';
import { platformOn } from '../../test-support/platform-on.ts';
import { cloneDatabase } from '../../test-support/world.ts';
import { openDb } from './db.ts';
import { migrate } from './migrate.ts';

const db = openDb({ url: await cloneDatabase(), max: 4 });
afterAll(db.close);

test('schema.sql is what the migrations lead to; else run npm run gen', async () => {
  const committed = await readFile(new URL('../../schema.sql', import.meta.url), 'utf8');
  expect(await db.alone(dumpSchema)).toBe(committed);
});

test('replicas that start at once on a migrated database find nothing to do', async () => {
  const applied: string[] = [];
  await Promise.all([1, 2, 3].map(() => migrate(db, (name) => applied.push(name))));
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
  const old = openDb({ url: await emptyDatabase(), max: 1 });
  await old.alone((sql) => sql`create table schema_migrations (name text primary key)`);
  await old.alone(
    (sql) =>
      sql`insert into schema_migrations values ('0001_foundation.sql'), ('0037_texts_before_tenants.sql')`,
  );
  await expect(migrate(old)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(
      /^This database was made by an older, unreleased version of Atrium \(migration 0001_foundation\.sql\).* new DATA_DIR.*\.$/,
    ),
  });
  const tables = await old.alone(
    (sql) => sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  expect([...tables]).toEqual([{ relname: 'schema_migrations' }]);
  await old.close();
});

test('a database whose migrations were edited since is refused in the same way', async () => {
  const edited = openDb({ url: await cloneDatabase(), max: 1 });
  await edited.alone(
    (sql) => sql`update schema_migrations set content_hash = 'other' where name like '0003_%'`,
  );
  await expect(migrate(edited)).rejects.toThrow('unreleased version of Atrium (migration 0003_');
  await edited.close();
});

test('a database that a newer version has already changed is taken as it is', async () => {
  const newer = openDb({ url: await cloneDatabase(), max: 1 });
  await newer.alone(
    (sql) =>
      sql`insert into schema_migrations (name, content_hash) values ('9999_of_a_newer_version.sql', '')`,
  );
  await migrate(newer);
  await newer.close();
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
