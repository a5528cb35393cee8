const [minute, hour] = [60, 3_600];

/** The pauses after each failure, in seconds; after the last of them one more try is made. */
const pauses = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const longestWait = 24 * hour;

/**
 * Returns in how many seconds a message is tried again that failed for the n-th time in a row, with
 * up to a tenth added by chance; null when it is not. The receiver's Retry-After is waited for, a
 * day at most.
 */
export function pauseAfter(failures: number, retryAfter: number | null): number | null {
  const pause = pauses[failures - 1];
  if (pause === undefined) return null;
  const jittered = pause * (1 + Math.random() / 10);
  return Math.max(jittered, Math.min(retryAfter ?? 0, longestWait));
}
