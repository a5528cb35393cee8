import { afterAll, expect, test } from 'vitest';
import { openSql } from '../../test-support/open-sql.ts';
import { cloneDatabase } from '../../test-support/world.ts';
import { openDb } from './db.ts';
import { system } from './principal.ts';

const url = await cloneDatabase();
const sql = openSql(url);
const db = openDb({ url, max: 3 });
afterAll(() => Promise.all([sql.end(), db.close()]));

test('values come as answers have them: dates and times as text, numbers, JSON and arrays read', async () => {
  const [row] = await sql`
    select date '2026-11-23' as day, timestamp '2026-11-23 10:00:00.5' as record_time,
           timestamptz '2026-11-23 10:00:00.123456+00' as instant, 9007199254740991::int8 as large,
           1.50::numeric as exact, true as flag, null as nothing, interval '1 day' as span,
           ${sql.json({ snake_case: [1, { a: null }] })}::jsonb as document_of,
           array['a', 'b,"c"', null] as texts, array[1, 2]::int8[] as numbers,
           array['8f1b2c3d-0000-4000-8000-000000000000']::uuid[] as uuids,
           array[date '2026-01-01'] as days, array[timestamp '2026-01-01 01:02:03'] as times,
           array[true, false] as flags, array[1.5::numeric] as exacts`;
  expect(row).toEqual({
    day: '2026-11-23',
    recordTime: '2026-11-23T10:00:00',
    instant: '2026-11-23 10:00:00.123456+00',
    large: 9007199254740991,
    exact: '1.50',
    flag: true,
    nothing: null,
    span: '1 day',
    documentOf: { snake_case: [1, { a: null }] },
    texts: ['a', 'b,"c"', null],
    numbers: [1, 2],
    uuids: ['8f1b2c3d-0000-4000-8000-000000000000'],
    days: ['2026-01-01'],
    times: ['2026-01-01T01:02:03'],
    flags: [true, false],
    exacts: ['1.5'],
  });
});

test('values, names, fragments, columns and rows become one statement with bound parameters', async () => {
  const rows = [
    { firstName: "O'Neill; drop table x", largeNumber: 2 ** 40, tags: ['a"b', 'c'] },
    { firstName: null, largeNumber: 7, tags: [] },
  ];
  const found = await sql.begin(async (tx) => {
    await tx`create temporary table people (first_name text, large_number int8, tags text[])`;
    expect((await tx`insert into people ${tx(rows)}`).count).toBe(2);
    const where = tx`${tx('people.large_number')} > ${8}`;
    await tx`update ${tx('people')} set ${tx({ tags: ['x'] })} where ${where}`;
    return tx`select * from people where ${where} or first_name is null order by large_number`;
  });
  expect(found).toEqual([rows[1], { ...rows[0], tags: ['x'] }]);
});

test('an undefined value fails before anything is sent', async () => {
  await expect(sql`select ${undefined as never}`).rejects.toThrow('Undefined');
  const work = db.asPlatform((tx) => tx`select ${undefined as never}`);
  await expect(work).rejects.toThrow('Undefined');
  for (let n = 0; n < 5; n++) await db.asPlatform((tx) => tx`select 1`);
});

test('nothing is sent before somebody waits, and then once', async () => {
  await sql`create temporary table counted (n int)`;
  const waiting = sql`insert into counted values (1)`;
  expect(await sql`select from counted`).toHaveLength(0);
  await Promise.all([waiting, waiting.then(() => undefined)]);
  expect(await sql`select from counted`).toHaveLength(1);
});

test('a transaction whose work hides a failed statement fails all the same', async () => {
  const work = db.asTenant(crypto.randomUUID(), system, async (tx) => {
    await tx`select 1 / 0`.catch(() => undefined);
  });
  await expect(work).rejects.toThrow('was rolled back');
});

test('a single statement that fails tells why, and the connection serves the next', async () => {
  for (let n = 0; n < 10; n++) {
    await expect(db.asPlatform((tx) => tx`select ${n}::int / 0`)).rejects.toMatchObject({
      code: '22012',
    });
    expect(await db.asPlatform((tx) => tx`select ${n}::int as n`)).toEqual([{ n }]);
  }
});

test('the stack of an error leads to who asked', async () => {
  const ask = async () => {
    await db.asPlatform(async (tx) => {
      await tx`select 1 / 0`;
    });
  };
  const error = await ask().catch((reason: Error) => reason);
  expect(error?.stack).toContain('sql.test.ts');
});
