import { setTimeout as pause } from 'node:timers/promises';
import { type Identity, keyOf } from '../store/find-stored.ts';
import { StoreError } from '../store/store.ts';
import type { EventRow } from './event-row.ts';

export type Outcome = 'accepted' | 'duplicate' | 'rejected';

/** A row on its way into the store. `again`: an earlier process may have stored it already. */
export type WaitingRow = {
  row: EventRow;
  again: boolean;
  /** Is called with what became of the row, when somebody waits for that. */
  done?: ((outcome: Outcome) => void) | undefined;
};

export type EntryWriterOptions<Entry extends WaitingRow> = {
  /**
   * Stores rows whose identifiers differ and returns those that were known. A token is the same for the
   * same rows whoever writes them, and lets the store leave out a repeat.
   */
  write: (
    rows: readonly EventRow[],
    again: boolean,
    token?: string,
  ) => Promise<readonly Identity[]>;
  /** Keeps a row that the store refuses for good. A token is the row's own, and the same when it is refused again. */
  quarantine: (row: EventRow, error: unknown, token?: string) => Promise<void>;
  onRetry: (error: unknown) => void;
  /** Is called with entries of a batch that are done, all with the same outcome. */
  onDone: (entries: readonly Entry[], outcome: Outcome) => void;
  /** Aborted, a batch that the store refuses is not tried again. */
  signal: AbortSignal;
};

// Codes of ClickHouse that mean the data and not the state of the store: trying again is no use.
const badData = new Set([6, 26, 27, 38, 41, 53, 69, 72, 117, 131, 190, 321, 376]);
const longestRetryMs = 5_000;

/**
 * Returns a function that brings a batch into the store, each identifier once, and resolves when all of
 * it is stored or kept aside. Throws what the store threw when `signal` was aborted meanwhile.
 */
export function createEntryWriter<Entry extends WaitingRow>(options: EntryWriterOptions<Entry>) {
  type Entries = readonly Entry[];

  async function store(entries: Entries, token?: string, again = false): Promise<void> {
    const seen = new Set<string>();
    const [fresh, repeats]: [Entry[], Entry[]] = [[], []];
    for (const entry of entries) {
      const key = keyOf(entry.row);
      (seen.has(key) ? repeats : fresh).push(entry);
      seen.add(key);
    }
    const known = await writeAll(fresh, again || fresh.some((entry) => entry.again), token);
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

  function finish(entries: Entries, outcome: Outcome): void {
    if (entries.length === 0) return;
    options.onDone(entries, outcome);
    for (const { done } of entries) done?.(outcome);
  }

  /** Returns the known identifiers; nothing when the entries were stored or quarantined one by one. */
  async function writeAll(entries: Entries, again: boolean, token?: string) {
    const rows = entries.map(({ row }) => row);
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, longestRetryMs)) {
      try {
        return await options.write(rows, again, token);
      } catch (error) {
        if (error instanceof StoreError && badData.has(error.code)) {
          await separate(entries, error, token);
          return undefined;
        }
        options.onRetry(error);
        if (options.signal.aborted) throw error;
        await pause(waitMs, undefined, { ref: false, signal: options.signal }).catch(() => {});
        again = true;
      }
    }
  }

  /** Halves a batch that the store refuses until the row that it refuses stands alone. */
  async function separate(entries: Entries, error: unknown, token?: string): Promise<void> {
    const [only, ...more] = entries;
    if (!only) return;
    if (more.length === 0) {
      await options.quarantine(only.row, error, token);
      return finish([only], 'rejected');
    }
    const half = entries.length >> 1;
    const tokenOf = (part: number) => token && `${token}.${part}`;
    await store(entries.slice(0, half), tokenOf(0), true);
    await store(entries.slice(half), tokenOf(1), true);
  }

  return (entries: Entries, token?: string) => store(entries, token);
}
