import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChdb } from './chdb.ts';
import { migrate } from './migrate.ts';
import type { Store, StoreWriter } from './store.ts';
import { writeBatch } from './write-batch.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-write-'));
let store: Store;

beforeAll(async () => {
  store = await openChdb(directory, 1);
  await migrate(store.writer);
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const tenant = crypto.randomUUID();
const lineOf = (eventId: string, at = '2026-01-01 00:00:00.000') =>
  JSON.stringify([tenant, 'cut', at, eventId, at, '', '', '', '', 1, { key: 'value' }]);

/** A writer that dies just before the statement that begins with these words. */
function dyingBefore(words: string): StoreWriter {
  const { writer } = store;
  return {
    ...writer,
    command: async (sql) => {
      if (sql.trimStart().startsWith(words)) throw new Error('cut short');
      await writer.command(sql);
    },
  };
}

async function stored(table: string, ids: readonly string[]): Promise<number> {
  const rows = await store.writer.select(`select toString(event_id) from ${table}`);
  return rows.filter(([id]) => ids.includes(String(id))).length;
}

test.each([
  'insert into known',
  'insert into catalogue',
  'insert into events',
  'insert into identifiers',
])('a batch cut short before "%s" is stored exactly once by the next try', async (words) => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const lines = ids.map((id) => lineOf(id)).join('\n');
  await expect(writeBatch(dyingBefore(words), lines, false)).rejects.toThrow('cut short');
  await writeBatch(store.writer, lines, true);
  expect([await stored('events', ids), await stored('identifiers', ids)]).toEqual([2, 2]);
  const repeat = lineOf(ids[0] ?? '', '2020-01-01 00:00:00.000');
  expect(await writeBatch(store.writer, repeat, false)).toEqual([
    { tenantId: tenant, eventId: ids[0] },
  ]);
  expect(await stored('events', ids)).toBe(2);
});

test('migrations run once', async () => {
  await migrate(store.writer);
  expect(await store.writer.select('select name from migrations')).toEqual([['0001_events.sql']]);
});
