import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `condition` holds. Answers whether it did within `limitMs`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  limitMs: number,
  everyMs = 10,
): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(everyMs);
  }
  return true;
}
