import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowOfLine } from '../ingest/event-row.ts';
import { byKey, pathOf } from './attribute-path.ts';
import { openChdb } from './chdb.ts';
import { statementsOf } from './migrate.ts';
import type { Store } from './store.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-attribute-'));
const tenant = crypto.randomUUID();
const attributes = { 'a.b': 'é', "it's `k`": '', due: '2026-01-01', at: '2026-01-01T00:00:00Z' };
let store: Store;

beforeAll(async () => {
  store = await openChdb(directory, 1);
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

async function apply(migration: string): Promise<void> {
  const file = new URL(`../../migrations/${migration}`, import.meta.url);
  for (const statement of statementsOf(readFileSync(file, 'utf8')))
    await store.writer.command(statement);
}

/** A line of a journal, with the attributes under their keys or their paths. */
const lineOf = (eventType: string, carried: object) => {
  const at = '2026-01-01 00:00:00.000';
  return JSON.stringify([
    tenant,
    eventType,
    at,
    crypto.randomUUID(),
    at,
    '',
    '',
    '',
    '',
    1,
    carried,
  ]);
};

async function storedAttributes(): Promise<unknown> {
  const rows = await store.writer.select('select event_type, attribute from events');
  return Object.fromEntries(rows.map(([type, stored]) => [type, byKey(stored as object)]));
}

test('attributes get columns of their own, also when that is cut short and begun again', async () => {
  await apply('0001_events.sql');
  await apply('0003_attribute.sql');
  await store.writer.command('alter table events drop column attribute');
  await store.writer.command(
    'alter table events add column attributes Map(LowCardinality(String), String)',
  );
  await store.writer.load('events', `${lineOf('old', attributes)}\n${lineOf('bare', {})}\n`);
  await apply('0003_attribute.sql');
  await store.writer.load('events', `${rowOfLine(lineOf('left', attributes)).line}\n`);
  await apply('0003_attribute.sql');
  expect(await storedAttributes()).toEqual({ old: attributes, bare: {}, left: attributes });
});

test('a value that looks like a time is text', async () => {
  const rows = await store.writer.select(
    `select event_type, attribute.${pathOf('at')}.:String from events order by event_type`,
  );
  expect(rows).toEqual([
    ['bare', null],
    ['left', attributes.at],
    ['old', attributes.at],
  ]);
});

test('deleting some events leaves the others as they were', async () => {
  await store.writer.command(
    "alter table events delete where event_type = 'bare' settings mutations_sync = 2",
  );
  await store.writer.command('optimize table events final');
  expect(await storedAttributes()).toEqual({ old: attributes, left: attributes });
  const [row] = await store.writer.select(
    `select count(attribute.${pathOf('at')}.:String) from events`,
  );
  expect(row).toEqual([2]);
});

test('a line of a journal is taken as it is, unless its attributes are under their keys', () => {
  const old = lineOf('old', attributes);
  const { line, shape } = rowOfLine(old);
  expect(byKey(JSON.parse(line)[10])).toEqual(attributes);
  expect(rowOfLine(line)).toMatchObject({ line, shape });
});

test('more keys than a part has columns for are kept too', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`k${index}`, '2026-01-01']),
  );
  const lines = Array.from({ length: 10 }, (_, group) => {
    const own = Object.entries(many).map(([key, value]) => [pathOf(`${group}${key}`), value]);
    return lineOf(`many${group}`, Object.fromEntries(own));
  });
  await store.writer.load('events', `${lines.join('\n')}\n`);
  await store.writer.command('optimize table events final');
  const counted = Array.from({ length: 10 }, (_, group) =>
    store.writer.select(`select count(attribute.${pathOf(`${group}k49`)}.:String) from events`),
  );
  expect(await Promise.all(counted)).toEqual(Array(10).fill([[1]]));
});
