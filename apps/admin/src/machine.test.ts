import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { lockDataDir } from '@atrium/local/data-dir.ts';
import { silentLog } from '@atrium/local/log.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { afterAll, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'atrium-machine-'));
const dataDir = join(directory, 'data');
afterAll(() => rmSync(directory, { recursive: true }));

async function atrium(args: string[], env: Record<string, string> = {}) {
  const { HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { ...childEnvironment(), HOME, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, err };
}

test('a DATA_DIR is backed up, deleted only when that is meant, and restored', async () => {
  const nothing = await atrium(['backup', directory]);
  expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('nothing to back up')]);
  const elsewhere = await atrium(['backup', directory], { DATABASE_URL: 'postgres://a@b/c' });
  expect([elsewhere.code, elsewhere.err]).toEqual([
    1,
    expect.stringContaining('without BACKUP_DATABASE_URL the database is not taken'),
  ]);
  mkdirSync(join(dataDir, 'objects'), { recursive: true });
  writeFileSync(join(dataDir, 'secrets.json'), '{"secretKey":"s"}');
  writeFileSync(join(dataDir, 'objects', 'logo.svg'), '<svg/>');

  const made = await atrium(['backup', directory], { DATABASE_URL: 'postgres://a@b/c' });
  expect([made.code, made.out]).toEqual([1, expect.stringContaining('use pg_dump')]);
  const file = join(directory, readdirSync(directory).find((name) => name.endsWith('.gz')) ?? '');

  const unasked = await atrium(['reset']);
  expect([unasked.code, unasked.err]).toEqual([2, expect.stringContaining('--yes')]);
  const lock = await lockDataDir(dataDir, 'http://localhost:8080', silentLog);
  for (const args of [
    ['reset', '--yes'],
    ['backup', join(directory, 'b.gz')],
  ]) {
    const running = await atrium(args);
    expect([running.code, running.err]).toEqual([1, expect.stringContaining('already runs on')]);
  }
  lock.release();
  expect(existsSync(join(dataDir, 'secrets.json'))).toBe(true);

  const gone = await atrium(['reset', '--yes']);
  expect([gone.code, gone.out, existsSync(dataDir)]).toEqual([0, `Deleted: ${dataDir}\n`, false]);
  const restored = await atrium(['restore', file]);
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('npm start')]);
  expect(readFileSync(join(dataDir, 'objects', 'logo.svg'), 'utf8')).toBe('<svg/>');
  expect((await atrium(['restore', file])).err).toContain('is not empty');
});
