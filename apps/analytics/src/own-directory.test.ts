import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'atrium-own-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Starts the service as a process, and answers how to stop it. */
async function start() {
  const env = {
    ...process.env,
    ANALYTICS_PORT: '0',
    ANALYTICS_DATA_DIR: directory,
    LOG_LEVEL: 'silent',
  };
  const child = fork(new URL('./main.ts', import.meta.url), { env, execArgv: [] });
  await once(child, 'message');
  return async () => {
    child.disconnect();
    await once(child, 'exit');
  };
}

/** Returns all that is in the folder, links left out, with the rights others have to it. */
function entries(): { path: string; isFolder: boolean; others: number }[] {
  return ['', ...namesIn(directory)].flatMap((path) => {
    // What works there removes what it needs no longer.
    const stat = lstatSync(join(directory, path), { throwIfNoEntry: false });
    if (!stat || stat.isSymbolicLink()) return [];
    return [{ path, isFolder: stat.isDirectory(), others: stat.mode & 0o077 }];
  });
}

/** Returns the names of all that is in a folder; one that goes meanwhile is looked through no further. */
function namesIn(folder: string, below = ''): string[] {
  const place = join(folder, below);
  if (!lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readIfThere(place).map((name) => join(below, name));
  return names.flatMap((name) => [name, ...namesIn(folder, name)]);
}

function readIfThere(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

test('nobody else on the machine can read the data, also when the folder was open before', async () => {
  chmodSync(directory, 0o755);
  let stop = await start();
  const open = () => entries().filter(({ others }) => others !== 0);
  expect(open()).toEqual([]);
  await stop();
  for (const { path, isFolder } of entries())
    chmodSync(join(directory, path), isFolder ? 0o755 : 0o644);
  writeFileSync(join(directory, 'notes.txt'), 'somebody else’s', { mode: 0o644 });
  stop = await start();
  expect(open().map(({ path }) => path)).toEqual(['notes.txt']);
  await stop();
});
