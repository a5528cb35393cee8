import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowOfLine } from '../ingest/event-row.ts';
import { openChdb } from './chdb.ts';
import { createKnownIdentifiers } from './known-identifiers.ts';
import { migrate } from './migrate.ts';
import type { Store, StoreWriter } from './store.ts';
import { createBatchWriter } from './write-batch.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-write-'));
let store: Store;

beforeAll(async () => {
  store = await openChdb(directory, 1);
  await migrate(store);
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const tenant = crypto.randomUUID();
const rowOf = (eventId: string, at = '2026-01-01 00:00:00.000', of = tenant) =>
  rowOfLine(JSON.stringify([of, 'cut', at, eventId, at, '', '', '', '', 1, { key: 'value' }]));
const mebibyte = { maxBytes: 1_048_576 };

/** A writer that dies just before the statement or the load that begins with these words. */
function dyingBefore(words: string): StoreWriter {
  const { writer } = store;
  const live = (text: string) => {
    if (text.trimStart().startsWith(words)) throw new Error('cut short');
  };
  return {
    ...writer,
    command: async (sql) => {
      live(sql);
      await writer.command(sql);
    },
    load: async (table, lines) => {
      live(`load ${table}`);
      await writer.load(table, lines);
    },
  };
}

async function stored(table: string, ids: readonly string[]): Promise<number> {
  const rows = await store.writer.select(`select toString(event_id) from ${table}`);
  return rows.filter(([id]) => ids.includes(String(id))).length;
}

const newPath = ['load catalogue', 'load events', 'load identifiers'];
const checkedPath = ['insert into known', 'insert into events', 'insert into identifiers'];

test.each([
  ...newPath.map((words) => [words, false] as const),
  ...checkedPath.map((words) => [words, true] as const),
])('a batch cut short before "%s" is stored exactly once by the next try', async (words, again) => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const rows = ids.map((id) => rowOf(id));
  const dying = createBatchWriter(
    { ...store, writer: dyingBefore(words) },
    createKnownIdentifiers(mebibyte),
  );
  await expect(dying.write(rows, again)).rejects.toThrow('cut short');
  const batches = createBatchWriter(store, createKnownIdentifiers(mebibyte));
  await batches.write(rows, true);
  expect([await stored('events', ids), await stored('identifiers', ids)]).toEqual([2, 2]);
  const repeat = rowOf(ids[0] ?? '', '2020-01-01 00:00:00.000');
  expect(await batches.write([repeat], false)).toEqual([{ tenantId: tenant, eventId: ids[0] }]);
  expect(await stored('events', ids)).toBe(2);
});

test('what memory knows makes no difference: read in pages, forgotten or never held', async () => {
  const owner = crypto.randomUUID();
  const rowsOf = (ids: string[]) => ids.map((id) => rowOf(id, undefined, owner));
  const toLine = (id: string) => JSON.stringify([owner, id]);
  const old = Array.from({ length: 250 }, () => crypto.randomUUID());
  await store.writer.load('identifiers', `${old.map(toLine).join('\n')}\n`);
  for (const options of [{ ...mebibyte, pageRows: 100 }, mebibyte, { maxBytes: 0 }]) {
    const batches = createBatchWriter(store, createKnownIdentifiers(options));
    for (let at = 0; at < old.length; at += 50) {
      const repeats = rowsOf(old.slice(at, at + 50));
      const known = await batches.write([...repeats, ...rowsOf([crypto.randomUUID()])], false);
      expect(known.map(({ eventId }) => eventId).sort()).toEqual(
        repeats.map(({ eventId }) => eventId).sort(),
      );
    }
  }
});

test('migrations run once', async () => {
  await migrate(store);
  expect(await store.writer.select('select name from migrations order by name')).toEqual([
    ['0001_events.sql'],
    ['0002_writers.sql'],
    ['0003_attribute.sql'],
    ['0004_tenant_words.sql'],
    ['0005_merge_daily.sql'],
    ['0006_deduplication.sql'],
  ]);
});
