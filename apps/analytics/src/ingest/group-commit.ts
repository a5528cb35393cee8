import type { Journal, Segment } from './journal.ts';

type Waiting = {
  lines: readonly string[];
  go: (segment: Segment) => void;
  fail: (e: unknown) => void;
};

/**
 * Journals the lines of many requests in one synced write: those that come while a write is
 * under way share the next one.
 */
export function createGroupCommit(journal: Journal) {
  let waiting: Waiting[] = [];
  let running = false;

  async function run() {
    running = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await journal.append(group.flatMap(({ lines }) => lines)).then(
        (segment) => group.forEach(({ go }) => void go(segment)),
        (error) => group.forEach(({ fail }) => void fail(error)),
      );
    }
    running = false;
  }

  return (lines: readonly string[]): Promise<Segment> => {
    const { promise, resolve, reject } = Promise.withResolvers<Segment>();
    waiting.push({ lines, go: resolve, fail: reject });
    if (!running) void run();
    return promise;
  };
}
