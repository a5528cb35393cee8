import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Says what a page gets whose name was led to this machine. */
async function statusAs(host: string, port: string): Promise<number | undefined> {
  const asked = get({ host: '127.0.0.1', port, path: '/', headers: { host } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test('As a process the simulators tell how they are found, and end when they are asked to', async () => {
  const child = fork(join(import.meta.dirname, 'main.ts'), {
    env: { PATH: '/usr/bin:/bin', DEMO: 'off' },
    execPath: process.execPath,
  });
  const messages: { type: string; settings?: Record<string, string> }[] = [];
  child.on('message', (message) => void messages.push(message as (typeof messages)[number]));
  await expect.poll(() => messages.map(({ type }) => type)).toEqual(['settings', 'ready']);
  const settings = messages[0]?.settings ?? {};
  const google = [
    'BASE_URL',
    'AUTHORIZATION_URL',
    'TOKEN_URL',
    'REVOCATION_URL',
    'CLIENT_ID',
    'CLIENT_SECRET',
    'SCOPES',
  ];
  const microsoft = google.filter((name) => name !== 'REVOCATION_URL');
  const wanted = [
    ...google.map((name) => `CALENDAR_GOOGLE_${name}`),
    ...microsoft.map((name) => `CALENDAR_MICROSOFT_${name}`),
  ];
  expect(Object.keys(settings)).toEqual(wanted);
  const page = await fetch(`${settings.CALENDAR_MICROSOFT_BASE_URL}/`);
  expect(await page.text()).toContain('Microsoft calendar (simulated)');
  const { port } = new URL(settings.CALENDAR_MICROSOFT_BASE_URL ?? '');
  expect(await statusAs(`localhost:${port}`, port)).toBe(302);
  expect(await statusAs(`evil.example:${port}`, port)).toBe(403);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
