import { createPageMemory } from './page-memory.ts';

/** A row of a list in one of its orders: its place, and the values that it is ordered by. */
export type Anchor = { offset: number; values: string[] };

/** What a list was like at some state of the database, told by a snapshot. */
export type Known = {
  snapshot: string;
  total: number;
  countedAt: number;
  /** How often it was found unchanged since. */
  held: number;
  anchors: Map<string, Anchor[]>;
};

export type ListMemory = ReturnType<typeof createListMemory>;

const longestKey = 2000;
const mostAnchors = 256;
const mostOrders = 4;
const close = 20;

/**
 * Totals of lists, and where deep pages begin, by a key that names the list and all that it
 * depends on. Each holds for a snapshot of the database only: whoever uses one has to prove that
 * nothing has changed since. The least used are forgotten, and everything after a minute.
 */
export function createListMemory({ entries = 1000, lifeMs = 60_000 } = {}) {
  const known = new Map<string, Known>();
  const pages = createPageMemory({ lifeMs });

  function find(key: string): Known | undefined {
    const found = known.get(key);
    if (!found) return undefined;
    known.delete(key);
    if (performance.now() - found.countedAt > lifeMs) return undefined;
    known.set(key, found);
    return found;
  }

  function keep(key: string, snapshot: string, total: number): Known {
    const entry = { snapshot, total, countedAt: performance.now(), held: 0, anchors: new Map() };
    if (key.length > longestKey) return entry;
    known.delete(key);
    known.set(key, entry);
    for (const [oldest, { countedAt }] of known) {
      if (known.size <= entries && entry.countedAt - countedAt <= lifeMs) break;
      known.delete(oldest);
    }
    return entry;
  }

  /** For what does not hold any more, unless somebody has found out anew. */
  function drop(key: string, entry: Known): void {
    if (known.get(key) === entry) known.delete(key);
  }

  /** For when the database may have gone back, as after a crash. */
  function forget(): void {
    known.clear();
    pages.forget();
  }

  return { find, keep, drop, forget, pages };
}

/** The last row that is known at or before an offset. */
export function nearestAnchor(known: Known | undefined, order: string, offset: number) {
  return known?.anchors.get(order)?.findLast((anchor) => anchor.offset <= offset);
}

/**
 * Remembers rows of a list, unless one is known just before. Of too many every other one goes, of
 * too many orders the oldest.
 */
export function addAnchor(known: Known, order: string, anchor: Anchor): void {
  const before = nearestAnchor(known, order, anchor.offset);
  if (before && anchor.offset - before.offset < close) return;
  const others = known.anchors.get(order) ?? [];
  const at = others.findLastIndex((other) => other.offset < anchor.offset);
  const all = others.toSpliced(at + 1, 0, anchor);
  known.anchors.delete(order);
  known.anchors.set(order, all.length > mostAnchors ? all.filter((_, n) => n % 2 === 0) : all);
  if (known.anchors.size > mostOrders)
    known.anchors.delete(known.anchors.keys().next().value as string);
}
