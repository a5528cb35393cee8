import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';
import { StartError } from './start-error.ts';

/** A process that has become ready. */
export type Running = {
  pid: number;
  /** Resolves when the process has ended, with the reason ("exit code 1", "SIGKILL"). */
  ended: Promise<string>;
  /** Asks it to end, forces it after its time limit, resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
};

type Service = { name: string; start(stopping: AbortSignal): Promise<Running> };

export type Kept = {
  /** Resolves when it was ready for the first time; rejects when the first start is given up. */
  ready: Promise<void>;
  /** Ends it and starts it again, without a pause: its environment has changed. */
  restart(): void;
  stop(): Promise<void>;
};

export const patience = { firstMs: 200, longestMs: 10_000, healthyMs: 60_000, firstTries: 5 };

/**
 * Starts a service and starts it again whenever it ends, after a pause that doubles from
 * `firstMs` to `longestMs` and is forgotten once it ran for `healthyMs`. A service that was never
 * ready is given up at once for a StartError, otherwise after `firstTries`.
 */
export function keepRunning(service: Service, log: Log, pause = patience): Kept {
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  let running: Running | undefined;
  let failures = 0;
  let wasReady = false;
  let outdated = false;

  async function runOnce(): Promise<string> {
    outdated = false;
    running = await service.start(stopping.signal);
    const since = performance.now();
    // A stop that was asked for while it started holds for it, too.
    if (outdated || stopping.signal.aborted) void running.stop();
    else ready.resolve();
    wasReady ||= !outdated;
    const how = await running.ended;
    running = undefined;
    if (performance.now() - since >= pause.healthyMs) failures = 0;
    return how;
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const reason = await runOnce().catch((error: Error) => {
        const givenUp = error instanceof StartError || failures + 1 >= pause.firstTries;
        if (!wasReady && givenUp) throw error;
        return error.message;
      });
      if (stopping.signal.aborted) break;
      if (outdated) continue;
      const pauseMs = Math.min(pause.firstMs * 2 ** failures, pause.longestMs);
      failures += 1;
      log.error(`${service.name} ended (${reason}); starting it again in ${pauseMs / 1000} s`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    throw new Error(`${service.name} was stopped`);
  }

  const looped = loop().catch(ready.reject);
  ready.promise.catch(() => {});
  return {
    ready: ready.promise,
    restart() {
      outdated = true;
      void running?.stop();
    },
    async stop() {
      stopping.abort();
      await running?.stop();
      await looped;
    },
  };
}
