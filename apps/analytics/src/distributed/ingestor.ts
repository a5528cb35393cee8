import type { Logger } from 'pino';
import { createBacklog } from '../ingest/backlog.ts';
import type { EventRow } from '../ingest/event-row.ts';
import { createGroupCommit } from '../ingest/group-commit.ts';
import { type Ingestor, toldWithinMs } from '../ingest/ingestor.ts';
import type { Outcome } from '../ingest/write-entries.ts';
import { createMetrics } from '../metrics.ts';
import { Problem } from '../problems.ts';
import type { Store } from '../store/store.ts';
import { names, shardOf, type Wake } from './names.ts';
import type { Log } from './open-log.ts';
import { watchPositions } from './positions.ts';
import { startShardWriters, type Work, type WorkAnswer } from './shard-writers.ts';
import { streamJournal } from './stream-journal.ts';

// The platform waits 60 seconds for what it asks. A shard that moves has a writer again in twelve.
const [workMs, answerMs, movesWithinMs] = [55_000, 5_000, 12_000];

const later = (detail: string) =>
  new Problem('OVERLOADED', detail, { headers: { 'retry-after': '10' } });

type Options = {
  log: Log;
  logger: Logger;
  store: Store;
  config: {
    backlog: { maxEvents: number; maxBytes: number };
    identifierBytes: number;
    retentionMonths: number;
  };
};

/**
 * Takes events in beside any number of processes that do the same: they are durable when the log has them. The
 * writer of their shard, here or elsewhere, stores them and tells what became of them.
 */
export function openSharedIngestor({ log, logger, store, config }: Options): Ingestor {
  const { nc, settings } = log;
  const positions = watchPositions(log);
  const backlog = createBacklog(config.backlog);
  const metrics = createMetrics();
  metrics.watch(backlog);
  const { identifierBytes, retentionMonths } = config;
  const { countOutcome: onOutcome, countLostShard: onLost } = metrics;
  const writers = settings.writes
    ? startShardWriters({ log, logger, store, identifierBytes, retentionMonths, onOutcome, onLost })
    : undefined;
  const shards = Array.from({ length: settings.shards }, (_, shard) => {
    const journal = streamJournal(log, shard);
    const append = (lines: readonly string[], sinceMs: number) =>
      journal.append(lines, { sinceMs });
    return { journal, commit: createGroupCommit(append) };
  });

  const inbox = names.outcomes(crypto.randomUUID());
  const asked = new Map<string, (first: number, outcomes: readonly Outcome[]) => void>();
  const subscription = nc.subscribe(inbox, {
    callback(error, msg) {
      if (error) return;
      const { id, outcomes } = msg.json<{ id: string; outcomes: Outcome[] }>();
      const [name = '', first] = id.split('.');
      asked.get(name)?.(Number(first), outcomes);
    },
  });

  type Publish = (shard: number, rows: readonly EventRow[]) => Promise<number>;

  /** Puts rows into the log, each shard's by itself; they count as waiting until they are stored. */
  async function take(rows: readonly EventRow[], publish: Publish): Promise<void> {
    backlog.admit(rows);
    const byShard = Map.groupBy(rows, ({ tenantId }) => shardOf(tenantId, settings.shards));
    const release = (some: readonly EventRow[]) => some.forEach((row) => void backlog.release(row));
    const taken = await Promise.allSettled(
      [...byShard].map(async ([shard, own]) => {
        const sequence = await publish(shard, own).catch((error) => {
          release(own);
          throw error;
        });
        void positions.reached(shard, { sequence }).then(() => release(own));
      }),
    );
    for (const each of taken) if (each.status === 'rejected') throw each.reason;
  }

  /** Asks the writer of a tenant's shard, which may be moving to another process. */
  async function askWriter(asked: Omit<Work, 'withinMs'>): Promise<WorkAnswer> {
    const subject = names.work(shardOf(asked.tenantUuid, settings.shards));
    for (const beganMs = performance.now(); ; await rest(500)) {
      const timeout = beganMs + workMs - performance.now();
      const work: Work = { ...asked, withinMs: Math.round(timeout - answerMs) };
      const told = await nc.request(subject, JSON.stringify(work), { timeout }).then(
        (answer) => answer.json<WorkAnswer>(),
        (): WorkAnswer => ({ failed: 'MOVED' }),
      );
      if (!told.failed) return told;
      if (told.failed === 'ERROR') throw new Error('The writer of the shard failed');
      if (told.failed === 'LATE' || performance.now() > beganMs + movesWithinMs)
        throw later('What the tenant has is not changed yet');
    }
  }

  return {
    registry: metrics.registry,
    checks: { log: log.ping },

    accept: (rows) =>
      take(rows, (shard, own) => {
        const commit = shards[shard]?.commit;
        if (!commit) throw new RangeError(`There is no shard ${shard}`);
        return commit(own.map(({ line }) => line));
      }),

    async acceptAndStore(rows) {
      const places = new Map(rows.map((row, index) => [row, index]));
      const outcomes: Outcome[] = Array(rows.length).fill('accepted');
      const { promise, resolve } = Promise.withResolvers<void>();
      const ids: string[] = [];
      let missing = rows.length;
      try {
        await take(rows, (shard, own) => {
          const id = crypto.randomUUID();
          ids.push(id);
          asked.set(id, (first, some) => {
            for (const [index, outcome] of some.entries()) {
              const row = own[first + index];
              const place = row && places.get(row);
              if (place !== undefined) outcomes[place] = outcome;
            }
            missing -= some.length;
            if (missing <= 0) resolve();
          });
          const journal = shards[shard]?.journal;
          if (!journal) throw new RangeError(`There is no shard ${shard}`);
          return journal.append(
            own.map(({ line }) => line),
            { asker: { subject: inbox, id } },
          );
        });
        const timer = setTimeout(resolve, toldWithinMs).unref();
        await promise.finally(() => clearTimeout(timer));
        return outcomes;
      } finally {
        for (const id of ids) asked.delete(id);
      }
    },

    async settled(tenantId) {
      try {
        const shard = shardOf(tenantId, settings.shards);
        const { created, state } = await log.look(names.eventsOf(shard));
        if (state.messages === 0) return;
        const sequence = state.last_seq;
        const wake: Wake = { lines: 0, sequence, hurry: true };
        nc.publish(names.wake(shard), JSON.stringify(wake));
        await positions.reached(shard, { created, sequence });
      } catch (error) {
        logger.warn({ err: error }, 'what waits in the log is not known: answering without it');
      }
    },

    async purge(tenantUuid) {
      const { removed } = await askWriter({ tenantUuid });
      return removed ?? { events: 0, identifiers: 0 };
    },

    async clear(tenantUuid, values) {
      const { cleared } = await askWriter({ tenantUuid, clear: values });
      return cleared ?? 0;
    },

    async close() {
      await writers?.close();
      subscription.unsubscribe();
      await positions.close();
      await log.close();
    },
  };
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
