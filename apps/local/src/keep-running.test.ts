import { describe, expect, test } from 'vitest';
import { keepingLog } from '../test-support/place.ts';
import { keepRunning, type Running } from './keep-running.ts';
import { StartError } from './start-error.ts';
import { waitUntil } from './wait-until.ts';

const pause = { firstMs: 1, longestMs: 4, healthyMs: 60_000, firstTries: 3 };

/** A service that runs until it is stopped or told to end. */
function runningService() {
  const starts: { end(): void }[] = [];
  const start = async (): Promise<Running> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    starts.push({ end: () => resolve('exit code 1') });
    return {
      pid: 1,
      ended: promise,
      kill: () => resolve('SIGKILL'),
      stop: async () => resolve('stopped'),
    };
  };
  return { starts, service: { name: 'service', start } };
}

describe('A service that is kept running', () => {
  test('is started again after a pause that doubles up to its limit', async () => {
    const { starts, service } = runningService();
    const log = keepingLog();
    const kept = keepRunning(service, log, pause);
    for (let round = 1; round <= 5; round += 1) {
      await waitUntil(() => starts.length === round, 60_000, 1);
      starts.at(-1)?.end();
    }
    await waitUntil(() => starts.length === 6, 60_000, 1);
    await kept.stop();
    const pauses = log.messages.map((message) => /again in (.*) s/.exec(message)?.[1]);
    expect(pauses).toEqual(['0.001', '0.002', '0.004', '0.004', '0.004']);
  });

  test('forgets earlier failures once it was healthy for long enough', async () => {
    const { starts, service } = runningService();
    const log = keepingLog();
    const kept = keepRunning(service, log, { ...pause, healthyMs: 0 });
    for (let round = 1; round <= 3; round += 1) {
      await waitUntil(() => starts.length === round, 60_000, 1);
      starts.at(-1)?.end();
    }
    await kept.stop();
    expect(log.messages.every((message) => message.endsWith('again in 0.001 s'))).toBe(true);
  });

  test('is given up when its first start fails too often, or at once for a reason to act on', async () => {
    let tries = 0;
    const failing = (error: Error) => ({
      name: 'service',
      start: async () => {
        tries += 1;
        throw error;
      },
    });
    const broken = keepRunning(failing(new Error('broken')), keepingLog(), pause);
    await expect(broken.ready).rejects.toThrow('broken');
    expect(tries).toBe(3);

    tries = 0;
    const refused = keepRunning(failing(new StartError('refused', 78)), keepingLog(), pause);
    await expect(refused.ready).rejects.toThrow('refused');
    expect(tries).toBe(1);
  });

  test('is restarted without a pause when its environment has changed', async () => {
    const { starts, service } = runningService();
    const log = keepingLog();
    const kept = keepRunning(service, log, pause);
    await kept.ready;
    kept.restart();
    expect(await waitUntil(() => starts.length === 2, 60_000, 1)).toBe(true);
    expect(log.messages).toEqual([]);
    await kept.stop();
  });
});
