const longestPauseMs = 300_000;

/** Says how often a change is brought to a calendar before it is given up. */
export const mostTries = 8;

/** Returns a pause twice as long each time, up to five minutes, and not for all the same. */
export function pauseOf(baseMs: number, attempt: number): number {
  return Math.min(baseMs * 2 ** (attempt - 1), longestPauseMs) * (0.75 + Math.random() / 2);
}
