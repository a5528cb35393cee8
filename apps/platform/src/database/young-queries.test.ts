import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { cloneDatabase } from '../../test-support/world.ts';
import { withYoungQueries } from './young-queries.ts';

const theirs = postgres(await cloneDatabase(), { max: 1, onnotice: () => undefined });
const sql = withYoungQueries(theirs);
afterAll(() => sql.end());

test('statements, parts of statements and text answer what those of postgres.js answer', async () => {
  const statements = (on: typeof sql) => [
    on`select ${1}::int as one, ${'two'} as two, ${on.json({ three: 3 })}::jsonb as three`,
    on`select g from generate_series(1, ${3}) g ${on`where g > ${1}`} order by g`,
    on`select * from (values ${on([
      [1, 'a'],
      [2, 'b'],
    ] as never)}) as t (n, t)`,
    on`select ${on(['one', 'two'])} from (select 1 as one, 2 as two) t`,
    on.unsafe('select 1 as a; select 2 as b'),
    on.unsafe('select $1::int as a', [7], { prepare: true }),
    on`select 1 where false`,
    on`select g from generate_series(1, 3) g`.values(),
  ];
  const answers = await Promise.all(statements(sql));
  expect(answers).toEqual(await Promise.all(statements(theirs)));
  expect(answers[1]?.count).toBe(2);
});

test('an error says what went wrong and where the statement stands', async () => {
  const error = await sql`select ${1}::int / 0`.catch((reason: Error) => reason);
  expect(error).toMatchObject({ name: 'PostgresError', code: '22012' });
  expect((error as Error).stack).toContain('young-queries.test.ts');
  await expect(sql.unsafe('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('nothing is sent before somebody waits, and then once', async () => {
  await sql`create temporary table counted (n int)`;
  const waiting = sql`insert into counted values (1)`;
  await pause(20);
  expect(await sql`select from counted`).toHaveLength(0);
  await Promise.all([waiting, waiting.then(() => undefined)]);
  expect(await sql`select from counted`).toHaveLength(1);
});

test('a query cannot be cancelled: the connection is others’ as well', () => {
  expect(() => sql`select 1`.cancel()).toThrow('cannot be cancelled');
});
