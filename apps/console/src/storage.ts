/**
 * What the browser keeps for this page. It may be full, or blocked altogether: then a thing is kept as long
 * as the page lives, and nothing fails.
 */
function keeperOf(...kinds: readonly ('localStorage' | 'sessionStorage')[]) {
  const held = new Map<string, string>();
  const stores = () =>
    kinds.flatMap((kind) => {
      try {
        return globalThis[kind];
      } catch {
        return [];
      }
    });
  return {
    get: (key: string): string | null =>
      held.get(key) ??
      stores()
        .map((store) => store.getItem(key))
        .find((text) => text !== null) ??
      null,
    set(key: string, value: string): void {
      held.delete(key);
      for (const store of stores())
        try {
          store.removeItem(key);
          store.setItem(key, value);
          return;
        } catch {
          // It is full: another one may have room.
        }
      held.set(key, value);
    },
    remove(key: string): void {
      held.delete(key);
      for (const store of stores()) store.removeItem(key);
    },
    keys: (): string[] => [...new Set([...held.keys(), ...stores().flatMap(Object.keys)])],
  };
}

/** Keeps things in this tab. */
export const tabStorage = keeperOf('sessionStorage');
/** Keeps things for all tabs; in this one where there is no room for all. */
export const sharedStorage = keeperOf('localStorage', 'sessionStorage');
