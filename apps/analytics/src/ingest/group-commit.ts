import type { Journal } from './journal.ts';

type Waiting<Place> = {
  lines: readonly string[];
  go: (place: Place) => void;
  fail: (e: unknown) => void;
};

/**
 * Journals the lines of many requests in one append: those that come while one is
 * under way share the next one.
 */
export function createGroupCommit<Place>({ append }: Pick<Journal<Place>, 'append'>) {
  let waiting: Waiting<Place>[] = [];
  let running = false;

  async function run() {
    running = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await append(group.flatMap(({ lines }) => lines)).then(
        (place) => group.forEach(({ go }) => void go(place)),
        (error) => group.forEach(({ fail }) => void fail(error)),
      );
    }
    running = false;
  }

  return (lines: readonly string[]): Promise<Place> => {
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    waiting.push({ lines, go: resolve, fail: reject });
    if (!running) void run();
    return promise;
  };
}
