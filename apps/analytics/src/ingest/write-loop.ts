import { setTimeout as pause } from 'node:timers/promises';
import { createFairQueue } from '../fair-queue.ts';
import { createTurns } from '../turns.ts';
import type { Segment } from './file-journal.ts';
import { createEntryWriter, type EntryWriterOptions, type WaitingRow } from './write-entries.ts';

/** A row on its way from the files of a journal into the store. */
type Entry = WaitingRow & { segment: Segment };

type WriteLoopOptions = Omit<EntryWriterOptions<Entry>, 'signal'> & {
  maxBatch: number;
  /** The time in ms that the first event of a batch waits for others, when nobody waits for it. */
  lingerMs: number;
  /** The least time between two batches, in ms: many small batches cost more than few large ones. */
  gatherMs: number;
};

const rest = (ms: number) => pause(ms, undefined, { ref: false });

const turn = 200;

/** Moves rows into the store, batch by batch, tenants in turns, until it is stopped. */
export function startWriteLoop(options: WriteLoopOptions) {
  const queue = createFairQueue<Entry>();
  const stopping = new AbortController();
  const writeEntries = createEntryWriter<Entry>({ ...options, signal: stopping.signal });
  let hurry = Promise.withResolvers<void>();
  let full = Promise.withResolvers<void>();
  let wake = Promise.withResolvers<void>();
  const inTurn = createTurns();

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
      if (entries.length > 0) await inTurn(() => writeEntries(entries));
    }
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
