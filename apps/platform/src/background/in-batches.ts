/**
 * Goes on with long work. Each step is a commit that does a batch and moves a row of progress, and returns
 * what the work came to, or undefined while there is more. Returns that; undefined when `isOver` says that
 * the time is over before, and whoever comes next goes on from the row.
 */
export async function inBatches<T>(
  step: () => Promise<T | undefined>,
  isOver: () => boolean = () => false,
): Promise<T | undefined> {
  for (;;) {
    const done = await step();
    if (done !== undefined || isOver()) return done;
  }
}
