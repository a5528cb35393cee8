export type Random = ReturnType<typeof createRandom>;

/**
 * Returns a random generator that yields the same numbers for the same seed (mulberry32), so that
 * every demo is the same.
 */
export function createRandom(seed: number) {
  let state = seed;

  /** Returns a number from 0 up to 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number below `limit`. */
  const below = (limit: number) => Math.floor(next() * limit);
  const chance = (share: number) => next() < share;
  function pick<T>(items: readonly T[]): T {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }
  return { below, chance, pick };
}
