/** A provider's own idea of the time, which tests may put ahead of or behind the machine's. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Puts the clock this many milliseconds ahead (or behind, when negative) of the machine's. */
  skew(ms: number): void;
  /** Moves the clock forward from wherever it stands. */
  advance(ms: number): void;
};

/** The machine's clock, or a test's, with a skew of its own. */
export function createClock(source: () => number = Date.now): Clock {
  let offset = 0;
  return {
    now: () => source() + offset,
    skew(ms) {
      offset = ms;
    },
    advance(ms) {
      offset += ms;
    },
  };
}
