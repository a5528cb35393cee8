import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openChdb } from './chdb.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-failed-writes-'));
const [home, copy] = [join(folder, 'home'), join(folder, 'copy')];
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes every write of this process fail that would make a file larger than so many bytes, as on a full disk. */
function limitFiles(bytes: number | 'unlimited'): void {
  const { status } = spawnSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]);
  expect(status).toBe(0);
}

const canLimit = spawnSync('prlimit', ['--version']).status === 0;

/** Returns the line of a row that does not compress. */
const lineOf = (id: number, bytes: number) =>
  `${JSON.stringify([id, randomBytes(bytes).toString('base64')])}\n`;

test('what a failed write leaves counts as nothing: rows come again, and sources of a merge take its place', async ({
  skip,
}) => {
  if (!canLimit) return skip('prlimit is not installed');
  let failures = 0;
  const store = await openChdb(home, 1, () => {
    failures += 1;
  });
  const { command, load, select } = store.writer;
  await command('create table kept (id UInt8, text String) engine = MergeTree order by id');
  await command('system stop merges kept');
  const lifetime = "select value from system.merge_tree_settings where name = 'old_parts_lifetime'";
  expect(await select(lifetime)).toEqual([['60']]);
  for (const id of [1, 2, 3]) await load('kept', lineOf(id, 60_000));

  limitFiles(100_000);
  try {
    await command('system start merges kept');
    await expect(command('optimize table kept final')).rejects.toThrow();
    expect(failures).toBe(1);
    await expect(load('kept', lineOf(4, 200_000))).rejects.toThrow();
  } finally {
    limitFiles('unlimited');
  }
  // As the process leaves the files that ends at once, without closing anything.
  cpSync(home, copy, { recursive: true });
  await store.close();

  const again = await openChdb(copy, 1);
  expect(await again.writer.select('select id from kept order by id')).toEqual([[1], [2], [3]]);
  await again.close();
});
