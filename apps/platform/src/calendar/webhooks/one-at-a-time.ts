/**
 * Returns a function that stores items in groups, one group at a time: those that come while one is
 * being stored are the next group, and of the same key one is enough. Each call answers what
 * the storing of its group did, once that is done.
 */
export function oneAtATime<T, R>(
  keyOf: (item: T) => string,
  store: (items: readonly T[]) => Promise<R>,
): (items: readonly T[]) => Promise<R> {
  let waiting = new Map<string, T>();
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<R> | undefined;

  async function storeWaiting(): Promise<R> {
    await running.catch(() => undefined);
    const items = [...waiting.values()];
    waiting = new Map();
    next = undefined;
    const storing = store(items);
    running = storing;
    return storing;
  }

  return (items) => {
    for (const item of items) waiting.set(keyOf(item), item);
    next ??= storeWaiting();
    return next;
  };
}
