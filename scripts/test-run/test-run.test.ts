import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { processesIn } from '@atrium/local/test-support/run-folder.ts';
import { expect, test } from 'vitest';

const runner = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
const fixture = join(import.meta.dirname, 'fixture');

/** Starts a small run of tests whose temporary folder is the one given. */
function startRun(folder: string, file: string) {
  return spawn(process.execPath, [runner, 'run', '--root', fixture, file], {
    env: { ...process.env, TMPDIR: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function answersAt(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isOpen;
}

test.each(['SIGINT', 'SIGKILL'] as const)(
  'A run of the tests that is ended by %s leaves no process, port or folder behind',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-ended-run-'));
    const run = startRun(folder, 'endless');
    let said = '';
    run.stdout.on('data', (part) => {
      said += part;
    });
    await expect.poll(() => said, { timeout: 100_000 }).toMatch(/port \d+/);
    const port = Number(/port (\d+)/.exec(said)?.[1]);
    expect(await answersAt(port)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(processesIn(folder).length).toBeGreaterThan(3);
    run.kill(signal);
    await once(run, 'exit');
    await expect.poll(() => processesIn(folder), { timeout: 60_000 }).toEqual([]);
    await expect.poll(() => readdirSync(folder), { timeout: 60_000 }).toEqual([]);
    // A process that ends is gone from the list a moment before its sockets are closed.
    await expect.poll(() => answersAt(port), { timeout: 60_000 }).toBe(false);
    rmSync(folder, { recursive: true });
  },
);

test('A run of the tests that fails ends with the names of what failed and of what was skipped, and why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-faulty-run-'));
  const run = startRun(folder, 'faulty');
  const [said, , [code]] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, 'exit'),
  ]);
  expect(code).toBe(1);
  expect(said).toMatch(/^ *Tests {2}2 failed \| 1 passed \| 1 skipped/m);
  expect(said).toMatch(/^Memory at the peak: \d+ MB/m);
  const file = 'scripts/test-run/fixture/faulty.fixture.ts';
  expect(said.trim().split('\n').slice(-3)).toEqual([
    expect.stringMatching(new RegExp(`^FAILED .*${file} > A fault > of the product$`)),
    expect.stringMatching(
      new RegExp(
        `^FAILED .*${file} > A fault > of the machine \\(lacked a program: no-such-program`,
      ),
    ),
    expect.stringMatching(
      new RegExp(
        `^SKIPPED .*${file} > is skipped on some machines: no-such-program is not installed$`,
      ),
    ),
  ]);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
