import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChdb } from './chdb.ts';
import { type QueryCaps, type Store, storeCodes } from './store.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-chdb-'));
const caps: QueryCaps = { seconds: 10, memoryBytes: 500e6, rowsRead: 1e10, threads: 1 };
let store: Store;

beforeAll(async () => {
  store = await openChdb(directory, 2);
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const slow = 'select max(sipHash64(number + toUInt8({n:String}))) from numbers(1000000000)';

test('a value is bound by the engine and can hold anything', async () => {
  const text = "it's \\ \t\n {n:UInt8} ' or 1 = 1 -- \\N null";
  const rows = await store.query(
    { sql: 'select {a:String}, {b:Array(String)}', params: { a: text, b: [text, ''] } },
    caps,
  );
  expect(rows).toEqual([[text, [text, '']]]);
});

test('a query in progress holds up neither another query nor the writer', async () => {
  const abort = new AbortController();
  const heavy = store.query({ sql: slow, params: { n: '1' } }, caps, abort.signal);
  const heavyFailed = expect(heavy).rejects.toMatchObject({ code: storeCodes.cancelled });
  await store.writer.command('create table beside (n UInt8) engine = MergeTree order by n');
  await store.writer.load('beside', '[1]\n[2]\n');
  expect(
    await store.query({ sql: 'select sum(n), {x:String} from beside', params: { x: 'y' } }, caps),
  ).toEqual([[3, 'y']]);
  abort.abort();
  await heavyFailed;
});

test('a query that takes too long, reads too much or needs too much memory is stopped', async () => {
  const run = (change: Partial<QueryCaps>, sql = slow) =>
    store.query({ sql, params: { n: '1' } }, { ...caps, ...change });
  await expect(run({ seconds: 0.2 })).rejects.toMatchObject({ code: storeCodes.timeoutExceeded });
  await expect(run({ rowsRead: 1e6 })).rejects.toMatchObject({ code: storeCodes.tooManyRows });
  await expect(
    run(
      { memoryBytes: 50e6 },
      'select groupArray(number + toUInt8({n:String})) from numbers(100000000)',
    ),
  ).rejects.toMatchObject({ code: storeCodes.memoryLimit });
  expect(await run({}, 'select toUInt8({n:String})')).toEqual([[1]]);
});

test('a failure of the engine does not repeat the caller’s values', async () => {
  const failed = await store
    .query({ sql: 'select toUInt8({a:String})', params: { a: 'secret' } }, caps)
    .catch((error: Error) => error);
  expect(JSON.stringify(failed) + String(failed)).not.toContain('secret');
});
