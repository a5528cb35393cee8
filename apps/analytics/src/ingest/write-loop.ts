import { setTimeout as pause } from 'node:timers/promises';
import { createFairQueue } from '../fair-queue.ts';
import { StoreError } from '../store/store.ts';
import { type EventRow, keyOf } from './event-row.ts';

export type Outcome = 'accepted' | 'duplicate' | 'rejected';

/** A row on its way into the store. `again`: an earlier process may have stored it already. */
export type Entry = { row: EventRow; again: boolean; done: (outcome: Outcome) => void };

export type WriteLoopOptions = {
  /** Stores rows whose identifiers differ and answers those that were known. */
  write: (
    rows: readonly EventRow[],
    again: boolean,
  ) => Promise<{ tenantId: string; eventId: string }[]>;
  /** Keeps a row that the store refuses. */
  bury: (row: EventRow, error: unknown) => Promise<void>;
  onRetry: (error: unknown) => void;
  maxBatch: number;
  /** How long the first event of a batch waits for company, in ms, when nobody is in a hurry. */
  lingerMs: number;
};

export type WriteLoop = ReturnType<typeof startWriteLoop>;

// Codes of ClickHouse that mean the data and not the state of the store: trying again is no use.
const badData = new Set([6, 26, 27, 38, 41, 53, 69, 72, 117, 131, 190, 321, 376]);
const [turn, longestRetryMs] = [200, 5_000];

/** Moves rows into the store, batch by batch, tenants in turns, until it is stopped. */
export function startWriteLoop(options: WriteLoopOptions) {
  const queue = createFairQueue<Entry>();
  const stopping = new AbortController();
  let hurry = Promise.withResolvers<void>();
  let wake = Promise.withResolvers<void>();
  let turnOf: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    turnOf = turnOf.then(work, work);
    return turnOf as Promise<T>;
  }

  async function run() {
    while (!stopping.signal.aborted || queue.size > 0) {
      if (queue.size === 0) await wake.promise;
      if (queue.size < options.maxBatch && !stopping.signal.aborted)
        await Promise.race([hurry.promise, pause(options.lingerMs, undefined, { ref: false })]);
      wake = Promise.withResolvers();
      hurry = Promise.withResolvers();
      const entries = queue.take(options.maxBatch, turn);
      if (entries.length > 0) await inTurn(() => store(entries));
    }
  }

  async function store(entries: readonly Entry[], again = false): Promise<void> {
    const first = new Map<string, Entry>();
    for (const entry of entries) {
      const key = keyOf(entry.row);
      if (!first.has(key)) first.set(key, entry);
    }
    const fresh = [...first.values()];
    const repeated = again || fresh.some((entry) => entry.again);
    const known = await writeAll(fresh, repeated);
    const taken = new Set(known?.map(keyOf));
    for (const entry of entries) {
      const isFirst = first.get(keyOf(entry.row)) === entry;
      if (!isFirst || taken.has(keyOf(entry.row))) entry.done('duplicate');
      else if (known) entry.done('accepted');
    }
  }

  /** Answers the known identifiers; nothing when the entries were stored or buried one by one. */
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
      await options.bury(only.row, error);
      return only.done('rejected');
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
      if (queue.size >= options.maxBatch) hurry.resolve();
    },
    /** Someone waits for what is in the queue. */
    hurry: () => hurry.resolve(),
    inTurn,
    /** Stores what is queued, then stops; rejects when the store refuses to the end. */
    async stop() {
      stopping.abort();
      wake.resolve();
      hurry.resolve();
      await running;
    },
  };
}
