import { setTimeout as pause } from 'node:timers/promises';
import { LeaseLost } from './leases.ts';

const longestMs = 300_000;
const longestPauseMs = 2_000;

/**
 * Writes down, under a lease, what was done outside the database and cannot be undone, so that nobody does
 * it again. While the database is busy or away it is asked anew, for five minutes at most. Throws
 * LeaseLost when another worker has the row by now; and what the last try threw, also when the worker is
 * being stopped.
 */
export async function untilWritten(
  write: () => Promise<void>,
  isStopped: () => boolean,
): Promise<void> {
  const until = performance.now() + longestMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await write();
    } catch (error) {
      if (error instanceof LeaseLost || isStopped() || performance.now() > until) throw error;
    }
    await pause(pauseMs);
  }
}
