import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { ask, test } from '../test-support/place.ts';
import { supervised } from '../test-support/supervised.ts';
import { identityOf, signalProcess } from './process-identity.ts';
import { waitUntil } from './wait-until.ts';

const isGone = (pid: number) => identityOf(pid) === undefined;

describe.concurrent('After a kill -9', () => {
  test('of the supervisor its services and its database close, and the next start loses nothing', async ({
    expect,
    place,
  }) => {
    const { address, start, pids } = await supervised(place);
    const killed = await start();
    await ask(`${address}/?kept`, 'POST');
    const left = pids();
    killed.process.kill('SIGKILL');
    await killed.exit;
    const all = [...left.children, left.postgres];
    expect(await waitUntil(() => all.every(isGone), 60_000)).toBe(true);

    const next = await start();
    expect((await ask(address)).notes).toEqual(['?kept']);
    next.process.kill('SIGTERM');
    expect(await next.exit).toBe(0);
  });

  test('of everything at once the next start loses nothing', async ({ expect, place }) => {
    const { address, start, pids } = await supervised(place);
    const killed = await start();
    await ask(`${address}/?kept`, 'POST');
    const { children, postgres } = pids();
    for (const pid of [killed.process.pid ?? 0, postgres, ...children])
      signalProcess(pid, 'SIGKILL');
    await killed.exit;
    await start();
    expect((await ask(address)).notes).toEqual(['?kept']);
  });

  test('of the supervisor, a start right behind it waits for the services to close', async ({
    expect,
    place,
  }) => {
    const { address, start } = await supervised(place);
    const killed = await start();
    const { pid } = await ask(address);
    killed.process.kill('SIGKILL');
    await killed.exit;
    const next = await start();
    expect(next.process.exitCode).toBe(null);
    expect((await ask(address)).pid).not.toBe(pid);
  });

  test('of the supervisor while the cluster is made, the next start makes it anew', async ({
    expect,
    place,
  }) => {
    const { address, dataDir, launch, start } = await supervised(place, {}, { isEmpty: true });
    const home = join(dataDir, 'postgres');
    const half = () =>
      existsSync(home) && readdirSync(home).some((name) => name.startsWith('partial-'));
    const killed = launch();
    expect(await waitUntil(half, 60_000, 1), 'the cluster is seen while it is made').toBe(true);
    killed.process.kill('SIGKILL');
    await killed.exit;
    await start();
    expect((await ask(address)).notes).toEqual([]);
    expect(half()).toBe(false);
  });
});

describe.concurrent('A signal', () => {
  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s stops everything in order',
    async (signal, { expect, place }) => {
      const { start, pids } = await supervised(place);
      const supervisor = await start();
      const { children, postgres } = pids();
      supervisor.process.kill(signal);
      // As npm does: the terminal's Ctrl-C arrives, and npm's copy of it.
      supervisor.process.kill(signal);
      expect(await supervisor.exit).toBe(0);
      expect([...children, postgres].every(isGone)).toBe(true);
      const closing = (await supervisor.output)
        .split('\n')
        .filter((line) => /closing|is shut down/.test(line));
      expect(closing.map((line) => JSON.parse(line).service)).toEqual([
        'platform',
        'calendars',
        'analytics',
        'postgres',
      ]);
    },
  );

  test('given again ends at once what does not listen', async ({ expect, place }) => {
    const { start, pids } = await supervised(place, { STUBBORN: 'yes' });
    const supervisor = await start();
    const { children, postgres } = pids();
    await waitUntil(() => !supervisor.process.kill('SIGINT'), 60_000, 100);
    expect(await supervisor.exit).toBe(130);
    const gone = () => [...children, postgres].every(isGone);
    expect(await waitUntil(gone, 60_000)).toBe(true);
  });

  test('that only reaches npm stops everything, and a new start waits for that', async ({
    expect,
    place,
  }) => {
    const { address, launch, pids, start } = await supervised(place, {
      npm_lifecycle_event: 'start',
    });
    const supervisor = await start({ underShell: true });
    const { children } = pids();
    supervisor.process.kill('SIGTERM');
    const next = launch();
    expect(await waitUntil(() => children.every(isGone), 60_000)).toBe(true);
    const answers = () =>
      ask(address).then(
        ({ pid }) => !children.includes(pid),
        () => false,
      );
    expect(await waitUntil(answers, 60_000)).toBe(true);
    expect(next.process.exitCode).toBe(null);
    expect(await supervisor.output).toContain('npm has ended');
  });
});
