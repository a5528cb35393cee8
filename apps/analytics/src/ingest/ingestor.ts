import { join } from 'node:path';
import type { Logger } from 'pino';
import { createMetrics } from '../metrics.ts';
import { Problem } from '../problems.ts';
import { clearValues } from '../store/clear-values.ts';
import { createKnownIdentifiers } from '../store/known-identifiers.ts';
import { startRetention } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import { valuePatterns } from '../store/value-patterns.ts';
import { createBatchWriter } from '../store/write-batch.ts';
import { type BacklogLimits, createBacklog } from './backlog.ts';
import { type EventRow, rowOfLine } from './event-row.ts';
import { openFileJournal, type Segment } from './file-journal.ts';
import { createGroupCommit } from './group-commit.ts';
import { keepAside, openRefusedEvents } from './refused-events.ts';
import type { Outcome } from './write-entries.ts';
import { startWriteLoop } from './write-loop.ts';

/** The time in ms after which events that are durable count as accepted, whatever becomes of them. */
export const toldWithinMs = 5_000;
// Less than the platform waits for it.
const clearedWithinMs = 50_000;

type IngestorOptions = {
  store: Store;
  log: Logger;
  config: {
    directory: string;
    backlog: BacklogLimits;
    identifierBytes: number;
    retentionMonths: number;
  };
};

export type Ingestor = Awaited<ReturnType<typeof openIngestor>>;

/**
 * Takes events in: first to the journal, which makes them durable, then to the store, where
 * each identifier counts once for ever. What an earlier process left in the journal goes first.
 */
export async function openIngestor({ store, log, config }: IngestorOptions) {
  const { directory } = config;
  const journal = await openFileJournal(join(directory, 'journal'));
  const commit = createGroupCommit(journal.append);
  const backlog = createBacklog(config.backlog);
  const metrics = createMetrics();
  metrics.watch(backlog);
  const known = createKnownIdentifiers({ maxBytes: config.identifierBytes });
  const batches = createBatchWriter(store, known);
  const refused = openRefusedEvents(join(directory, 'refused-events.ndjson'));
  const loop = startWriteLoop({
    write: batches.write,
    quarantine: keepAside(refused.keep, log),
    onDone(entries, outcome) {
      const counts = new Map<Segment, number>();
      for (const { row, segment } of entries) {
        backlog.release(row);
        counts.set(segment, (counts.get(segment) ?? 0) + 1);
      }
      for (const [segment, count] of counts)
        journal.settle(segment, count).catch((error) => log.error({ err: error }, 'journal'));
      metrics.countOutcome(outcome, entries.length);
    },
    onRetry: (error) => log.warn({ err: error }, 'the store does not take events, trying again'),
    maxBatch: 20_000,
    // Nobody waits this long: a question and a batch that wants answers hurry it.
    lingerMs: 5_000,
    gatherMs: 50,
  });

  for await (const { place: segment, lines } of journal.read()) {
    log.info({ events: lines.length }, 'taking up events from the journal');
    for (const line of lines) {
      const row = rowOfLine(line);
      backlog.readmit(row);
      loop.push({ row, segment, again: true });
    }
    loop.hurry();
  }

  const { retentionMonths: months } = config;
  const endRetention = startRetention({ store, months, inTurn: loop.inTurn, log });

  /** Journals rows. Throws OVERLOADED when too many wait for the store. */
  function journalRows(rows: readonly EventRow[]): Promise<Segment> {
    backlog.admit(rows);
    return commit(rows.map(({ line }) => line)).catch((error) => {
      for (const row of rows) backlog.release(row);
      throw error;
    });
  }

  /** Stores all that was accepted before. When it resolves no file of the journal has any of that. */
  async function emptyJournal(): Promise<void> {
    loop.hurry();
    await backlog.settled();
    await journal.trim();
    loop.hurry();
    await backlog.settled();
    // Behind the files that are just going.
    await journal.trim();
  }

  return {
    registry: metrics.registry,

    /** Holds what has to answer for events to be taken, besides the store. */
    checks: {} as Record<string, () => Promise<void>>,

    /** Resolves when the events are durable. Throws OVERLOADED. */
    async accept(rows: readonly EventRow[]): Promise<void> {
      const segment = await journalRows(rows);
      for (const row of rows) loop.push({ row, segment, again: false });
    },

    /**
     * Resolves when the events are stored, with what became of each. When the store takes longer
     * than `toldWithinMs` the rest counts as accepted, since it is durable. Throws OVERLOADED.
     */
    async acceptAndStore(rows: readonly EventRow[]): Promise<Outcome[]> {
      const segment = await journalRows(rows);
      const outcomes: Outcome[] = Array(rows.length).fill('accepted');
      const { promise, resolve } = Promise.withResolvers<void>();
      let missing = rows.length;
      for (const [index, row] of rows.entries()) {
        const done = (outcome: Outcome) => {
          outcomes[index] = outcome;
          missing -= 1;
          if (missing === 0) resolve();
        };
        loop.push({ row, segment, again: false, done });
      }
      loop.hurry();
      const timer = setTimeout(resolve, toldWithinMs).unref();
      await promise.finally(() => clearTimeout(timer));
      return [...outcomes];
    },

    /** Resolves when every event of the tenant that was accepted before can be queried. */
    async settled(tenantId: string): Promise<void> {
      if (!backlog.holds(tenantId)) return;
      loop.hurry();
      await backlog.settled(tenantId);
    },

    /** Deletes all events of a tenant, in the journal too, and returns how many were stored. */
    async purge(tenantUuid: string) {
      await emptyJournal();
      await loop.inTurn(() => refused.purge(tenantUuid));
      return loop.inTurn(() => batches.purge(tenantUuid));
    },

    /**
     * Clears values in the attributes of a tenant's events, in the journal too, and returns how many
     * stored events had one. Throws OVERLOADED when that takes too long; asked again, it goes on.
     */
    async clear(tenantUuid: string, values: readonly string[]): Promise<number> {
      const signal = AbortSignal.timeout(clearedWithinMs);
      const patterns = valuePatterns(values);
      async function clear() {
        await emptyJournal();
        await loop.inTurn(() => refused.clear(tenantUuid, patterns));
        return clearValues(store, { tenantUuid, patterns, inTurn: loop.inTurn, signal });
      }
      const { promise, reject } = Promise.withResolvers<never>();
      const headers = { 'retry-after': '60' };
      signal.addEventListener('abort', () =>
        reject(new Problem('OVERLOADED', 'The values are not cleared yet', { headers })),
      );
      return Promise.race([clear(), promise]);
    },

    async close(): Promise<void> {
      endRetention();
      // Rows that the store refuses to the end stay in the journal for the next start.
      await loop
        .stop()
        .catch((error) => log.error({ err: error }, 'events are left in the journal'));
      await journal.close();
    },
  };
}
