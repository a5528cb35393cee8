import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe } from 'vitest';
import { keepingLog, type Place, test } from '../test-support/place.ts';
import { identityOf } from './process-identity.ts';
import { endStrays, openChildRecord } from './strays.ts';
import { writeAtomically } from './write-atomically.ts';

/** Starts a child that would stay for long. It starts none of its own, which would outlive it. */
async function sleeper(place: Place) {
  const child = spawn('/bin/sh', ['-c', 'echo up; exec sleep 900']);
  place.finally(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return { child, pid: child.pid ?? 0 };
}

describe.concurrent('A child left behind by a killed start', () => {
  test('is ended', async ({ expect, place }) => {
    const file = join(place.folder(), 'children.json');
    const { child, pid } = await sleeper(place);
    openChildRecord(file, keepingLog())('platform', pid);
    const exited = once(child, 'exit');
    await endStrays(file, keepingLog());
    expect((await exited)[1]).toBe('SIGTERM');
  });

  test('is forced when it does not listen', async ({ expect, place }) => {
    const file = join(place.folder(), 'children.json');
    const child = spawn('/bin/sh', ['-c', 'trap "" TERM; echo up; while :; do read x; done']);
    place.finally(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    openChildRecord(file, keepingLog())('platform', child.pid ?? 0);
    const exited = once(child, 'exit');
    await endStrays(file, keepingLog(), 50);
    expect((await exited)[1]).toBe('SIGKILL');
  });

  test('is left alone when it is another process that was given its pid', async ({
    expect,
    place,
  }) => {
    const file = join(place.folder(), 'children.json');
    const { pid } = await sleeper(place);
    writeAtomically(file, JSON.stringify([{ name: 'platform', pid, identity: 'of long ago' }]));
    await endStrays(file, keepingLog());
    expect(identityOf(pid)).toBeDefined();
  });

  test('is nothing to worry about when the record was cut short', async ({ expect, place }) => {
    const file = join(place.folder(), 'children.json');
    writeAtomically(file, '[{"name": "pla');
    await expect(endStrays(file, keepingLog())).resolves.toBeUndefined();
  });
});
