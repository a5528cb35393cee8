import { LRUCache } from 'lru-cache';

const windowMs = 60_000;

export type MinuteCounter = ReturnType<typeof createMinuteCounter>;

/** Counts by key up to a number in each minute from the first; `take` answers how long to wait beyond it, in milliseconds. */
export function createMinuteCounter(most: number, now: () => number = Date.now) {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: 50_000 });

  function take(key: string): number {
    const known = windows.get(key);
    const window = known && known.endsAt > now() ? known : { count: 0, endsAt: now() + windowMs };
    window.count += 1;
    windows.set(key, window);
    return window.count > most ? window.endsAt - now() : 0;
  }

  function giveBack(key: string): void {
    const window = windows.get(key);
    if (window && window.count > 0) window.count -= 1;
  }

  return { take, giveBack };
}
