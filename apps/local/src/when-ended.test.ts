import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { whenEnded } from './when-ended.ts';

const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const shell = (script: string) => spawn('sh', ['-c', script]);

test('what a child complained about before it ended was read, even after a stall', async () => {
  const other = shell('echo here');
  const child = shell('read line; echo "PORT is missing" >&2; exit 78');
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const ended = whenEnded(child).then((how) => [how, ...lines]);
  // The system tells of both ends at once: of the child's before what it wrote was looked for.
  other.stdout.once('data', () => {
    child.stdin.end('go\n');
    block(400);
  });
  child.once('exit', () => block(600));
  block(400);
  expect(await ended).toEqual(['exit code 78', 'PORT is missing']);
});

test('a grandchild that holds the pipes keeps nobody waiting', async () => {
  const child = shell('sleep 20 & exit 3');
  expect(await whenEnded(child)).toBe('exit code 3');
});

test('a program that is not there is a reason', async () => {
  expect(await whenEnded(spawn('/nowhere/program'))).toContain('ENOENT');
});
