import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('As a process the simulators tell how they are found, and end when they are asked to', async () => {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { PATH: '/usr/bin:/bin', DEMO: 'off' },
    execPath: process.execPath,
  });
  const messages: { type: string; settings?: Record<string, string> }[] = [];
  child.on('message', (message) => void messages.push(message as (typeof messages)[number]));
  await expect
    .poll(() => messages.map(({ type }) => type), { timeout: 10_000 })
    .toEqual(['settings', 'ready']);
  const settings = messages[0]?.settings ?? {};
  const names = [
    'BASE_URL',
    'AUTHORIZATION_URL',
    'TOKEN_URL',
    'CLIENT_ID',
    'CLIENT_SECRET',
    'SCOPES',
  ];
  const wanted = ['A', 'B'].flatMap((each) => names.map((name) => `CALENDAR_${each}_${name}`));
  expect(Object.keys(settings)).toEqual(wanted);
  const page = await fetch(`${settings.CALENDAR_MICROSOFT_BASE_URL}/`);
  expect(await page.text()).toContain('Calendar B (simulated)');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
