type Append<Place> = (lines: readonly string[], sinceMs: number) => Promise<Place>;

type Waiting<Place> = {
  lines: readonly string[];
  sinceMs: number;
  go: (place: Place) => void;
  fail: (e: unknown) => void;
};

/**
 * Journals the lines of many requests in one append: those that come while one is
 * under way share the next one. `append` also learns since when (`performance.now()`) the first of them waits.
 */
export function createGroupCommit<Place>(append: Append<Place>) {
  let waiting: Waiting<Place>[] = [];
  let running = false;

  async function run() {
    running = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const sinceMs = group[0]?.sinceMs ?? performance.now();
      await append(
        group.flatMap(({ lines }) => lines),
        sinceMs,
      ).then(
        (place) => group.forEach(({ go }) => void go(place)),
        (error) => group.forEach(({ fail }) => void fail(error)),
      );
    }
    running = false;
  }

  return (lines: readonly string[]): Promise<Place> => {
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    waiting.push({ lines, sinceMs: performance.now(), go: resolve, fail: reject });
    if (!running) void run();
    return promise;
  };
}
