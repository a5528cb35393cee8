import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { dumpSchema } from '../../test-support/dump-schema.ts';
import { cloneDatabase } from '../../test-support/world.ts';
import { openDb } from './db.ts';
import { migrate } from './migrate.ts';

const url = await cloneDatabase();
const db = openDb({ url, max: 4 });
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
