import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openJournal } from './journal.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-journal-'));
const segments = () => readdirSync(directory);

afterEach(() => rmSync(directory, { recursive: true }));

test('what was written and not settled comes back, in order', async () => {
  const { journal } = await openJournal(directory);
  await journal.append(['["a"]', '["b"]']);
  await journal.append(['["ç"]']);
  await journal.close();
  const { recovered } = await openJournal(directory);
  expect(recovered.flatMap(({ lines }) => lines)).toEqual(['["a"]', '["b"]', '["ç"]']);
});

test('a segment goes when all it holds is settled', async () => {
  const { journal } = await openJournal(directory);
  const segment = await journal.append(['["a"]', '["b"]']);
  await journal.rotate();
  await journal.settle(segment, 1);
  expect(segments()).toHaveLength(1);
  await journal.settle(segment, 1);
  expect(segments()).toHaveLength(0);
});

test.each([
  ['half a frame', '0badcafe 400\n["x"]'],
  ['a wrong checksum', '0badcafe 6\n["x"]\n'],
  ['zeros', '\0'.repeat(500)],
])('a torn tail is left out: %s', async (_, tail) => {
  const { journal } = await openJournal(directory);
  const segment = await journal.append(['["a"]']);
  await journal.close();
  appendFileSync(segment.path, tail);
  const { recovered } = await openJournal(directory);
  expect(recovered.flatMap(({ lines }) => lines)).toEqual(['["a"]']);
});
