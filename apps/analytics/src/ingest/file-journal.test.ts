import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { openFileJournal } from './file-journal.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-journal-'));
const segments = () => readdirSync(directory);

async function openJournal(of: string) {
  const journal = await openFileJournal(of);
  return { journal, recovered: await Array.fromAsync(journal.read()) };
}

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
  await journal.trim();
  await journal.settle(segment, 1);
  expect(segments()).toHaveLength(1);
  await journal.settle(segment, 1);
  expect(segments()).toHaveLength(0);
});

test('a segment is written over when what it held is settled, and nothing of that comes back', async () => {
  const { journal } = await openJournal(directory);
  const line = (round: number) => `["${round}${'x'.repeat(1_100_000)}"]`;
  const of = async (round: number) => journal.append(Array(8).fill(line(round)));
  const first = await of(1);
  await of(1);
  const second = await of(2);
  expect(second.path).not.toBe(first.path);
  await journal.settle(first, 16);
  expect(segments()).toEqual(['000000000002.journal', 'spare']);
  await of(2);
  const third = await of(3);
  expect(segments()).toEqual(['000000000002.journal', '000000000003.journal']);
  await journal.append(['["4"]']);
  // As after a crash: nothing is closed.
  const { recovered } = await openJournal(directory);
  const rounds = recovered.map(({ lines }) => lines.map((each) => each[2]).join(''));
  expect(rounds).toEqual(['2'.repeat(16), `${'3'.repeat(8)}4`]);
  await journal.settle(second, 16);
  await journal.settle(third, 9);
  await journal.close();
  expect(segments()).toEqual([]);
});

test('rotated, nothing is kept of what was settled before or is after', async () => {
  const { journal } = await openJournal(directory);
  const line = `["${'x'.repeat(20_000_000)}"]`;
  const first = await journal.append([line]);
  const second = await journal.append([line]);
  await journal.settle(first, 1);
  expect(segments()).toContain('spare');
  await journal.trim();
  expect(segments()).toEqual(['000000000002.journal']);
  await journal.settle(second, 1);
  expect(segments()).toEqual([]);
  await journal.close();
});

test('a journal of a version before, without numbers in its checksums, is taken up', async () => {
  const body = '["a"]\n["b"]\n';
  mkdirSync(directory, { recursive: true });
  const checksum = crc32(body).toString(16).padStart(8, '0');
  writeFileSync(join(directory, '000000000007.journal'), `${checksum} ${body.length}\n${body}`);
  const { recovered } = await openJournal(directory);
  expect(recovered.flatMap(({ lines }) => lines)).toEqual(['["a"]', '["b"]']);
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
