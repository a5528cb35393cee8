import { setTimeout as pause } from 'node:timers/promises';
import { createFairQueue } from '../fair-queue.ts';
import { type Identity, keyOf } from '../store/find-stored.ts';
import { StoreError } from '../store/store.ts';
import type { EventRow } from './event-row.ts';
import type { Segment } from './file-journal.ts';

export type Outcome = 'accepted' | 'duplicate' | 'rejected';

/** A row on its way into the store. `again`: an earlier process may have stored it already. */
export type Entry = {
  row: EventRow;
  segment: Segment;
  again: boolean;
  /** Is called with what became of the row, when somebody waits for that. */
  done?: ((outcome: Outcome) => void) | undefined;
};

type WriteLoopOptions = {
  /** Stores rows whose identifiers differ and returns those that were known. */
  write: (rows: readonly EventRow[], again: boolean) => Promise<readonly Identity[]>;
  /** Keeps a row that the store refuses for good. */
  quarantine: (row: EventRow, error: unknown) => Promise<void>;
  onRetry: (error: unknown) => void;
  /** Is called with entries of a batch that are done, all with the same outcome. */
  onDone: (entries: readonly Entry[], outcome: Outcome) => void;
  maxBatch: number;
  /** The time in ms that the first event of a batch waits for others, when nobody waits for it. */
  lingerMs: number;
  /** The least time between two batches, in ms: many small batches cost more than few large ones. */
  gatherMs: number;
};

const rest = (ms: number) => pause(ms, undefined, { ref: false });

// Codes of ClickHouse that mean the data and not the state of the store: trying again is no use.
const badData = new Set([6, 26, 27, 38, 41, 53, 69, 72, 117, 131, 190, 321, 376]);
const [turn, longestRetryMs] = [200, 5_000];

/** Moves rows into the store, batch by batch, tenants in turns, until it is stopped. */
export function startWriteLoop(options: WriteLoopOptions) {
  const queue = createFairQueue<Entry>();
  const stopping = new AbortController();
  let hurry = Promise.withResolvers<void>();
  let full = Promise.withResolvers<void>();
  let wake = Promise.withResolvers<void>();
  let turnOf: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    turnOf = turnOf.then(work, work);
    return turnOf as Promise<T>;
  }

  /** Waits until a batch is full, or has waited long enough for more. */
  async function gather(lastMs: number): Promise<void> {
    await Promise.race([full.promise, hurry.promise, rest(options.lingerMs)]);
    const due = lastMs + options.gatherMs - performance.now();
    if (due > 0) await Promise.race([full.promise, rest(due)]);
  }

  async function run() {
    let lastMs = Number.NEGATIVE_INFINITY;
    while (!stopping.signal.aborted || queue.size > 0) {
      if (queue.size === 0) await wake.promise;
      if (queue.size < options.maxBatch && !stopping.signal.aborted) await gather(lastMs);
      lastMs = performance.now();
      wake = Promise.withResolvers();
      hurry = Promise.withResolvers();
      full = Promise.withResolvers();
      const entries = queue.take(options.maxBatch, turn);
      if (entries.length > 0) await inTurn(() => store(entries));
    }
  }

  async function store(entries: readonly Entry[], again = false): Promise<void> {
    const seen = new Set<string>();
    const [fresh, repeats]: [Entry[], Entry[]] = [[], []];
    for (const entry of entries) {
      const key = keyOf(entry.row);
      (seen.has(key) ? repeats : fresh).push(entry);
      seen.add(key);
    }
    const known = await writeAll(fresh, again || fresh.some((entry) => entry.again));
    if (known) {
      const stored = new Set(known.map(keyOf));
      const isKnown = ({ row }: Entry) => stored.size > 0 && stored.has(keyOf(row));
      const { accepted = [], duplicate = [] } = Object.groupBy(fresh, (entry) =>
        isKnown(entry) ? 'duplicate' : 'accepted',
      );
      finish(accepted, 'accepted');
      finish(duplicate, 'duplicate');
    }
    finish(repeats, 'duplicate');
  }

  function finish(entries: readonly Entry[], outcome: Outcome): void {
    if (entries.length === 0) return;
    options.onDone(entries, outcome);
    for (const { done } of entries) done?.(outcome);
  }

  /** Returns the known identifiers; nothing when the entries were stored or quarantined one by one. */
  async function writeAll(entries: readonly Entry[], again: boolean) {
    const rows = entries.map(({ row }) => row);
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, longestRetryMs)) {
      try {
        return await options.write(rows, again);
      } catch (error) {
        if (error instanceof StoreError && badData.has(error.code)) {
          await separate(entries, error);
          return undefined;
        }
        options.onRetry(error);
        if (stopping.signal.aborted) throw error;
        await pause(waitMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
        again = true;
      }
    }
  }

  /** Halves a batch that the store refuses until the row that it refuses stands alone. */
  async function separate(entries: readonly Entry[], error: unknown): Promise<void> {
    const [only, ...more] = entries;
    if (!only) return;
    if (more.length === 0) {
      await options.quarantine(only.row, error);
      return finish([only], 'rejected');
    }
    const half = entries.length >> 1;
    await store(entries.slice(0, half), true);
    await store(entries.slice(half), true);
  }

  const running = run();

  return {
    push(entry: Entry) {
      queue.push(entry.row.tenantId, entry);
      wake.resolve();
      if (queue.size >= options.maxBatch) full.resolve();
    },
    /** Says that somebody waits for what is in the queue. */
    hurry: () => hurry.resolve(),
    inTurn,
    /** Stores what is queued, then stops; rejects when the store refuses to the end. */
    async stop() {
      stopping.abort();
      wake.resolve();
      full.resolve();
      await running;
    },
  };
}
