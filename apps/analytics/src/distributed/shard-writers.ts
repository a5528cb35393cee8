import type { Logger } from 'pino';
import type { Outcome } from '../ingest/write-entries.ts';
import { clearValues } from '../store/clear-values.ts';
import { deleteExpired } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import { valuePatterns } from '../store/value-patterns.ts';
import { names } from './names.ts';
import type { Log } from './open-log.ts';
import { keyOfShard } from './positions.ts';
import { refusedStream } from './refused-stream.ts';
import { takeLease } from './shard-lease.ts';
import { type ShardWriter, startShardWriter } from './shard-writer.ts';

/** Asks a shard's writer to remove a tenant's events, or to clear values in them. */
export type Work = { tenantUuid: string; clear?: readonly string[] };

export type WorkAnswer = {
  removed?: { events: number; identifiers: number };
  cleared?: number;
  failed?: 'LATE' | 'ERROR';
};

const [sweepMs, clearedWithinMs] = [6 * 3_600_000, 50_000];

type Options = {
  log: Log;
  logger: Logger;
  store: Store;
  identifierBytes: number;
  retentionMonths: number;
  onOutcome: (outcome: Outcome, events: number) => void;
};

/**
 * Writes to the store what stands in the log: each shard whose lease this process can get. Another process takes
 * what this one gives up, or does not renew.
 */
export function startShardWriters(options: Options) {
  const { log, logger, store } = options;
  const { nc, kv, settings } = log;
  const stopping = new AbortController();
  const refused = refusedStream(log);
  const writer = crypto.randomUUID();

  async function hold(shard: number): Promise<void> {
    while (!stopping.signal.aborted) {
      const signal = stopping.signal;
      const lease = await takeLease({ kv, key: keyOfShard(shard), writer, signal });
      if (!lease) return;
      logger.info({ shard }, 'writing a shard');
      const shardWriter = startShardWriter({
        log,
        logger,
        store,
        shard,
        lease,
        identifierBytes: options.identifierBytes / settings.shards,
        stopping: signal,
        quarantine: async (row, error) => {
          logger.error(
            { err: error, event: row.eventId },
            'the store refuses an event, kept aside',
          );
          await refused.keep(row, error);
        },
        onOutcome: options.onOutcome,
      });
      const subscription = answerWork(shard, shardWriter);
      const sweeping = shard === 0 ? startSweeps(shardWriter) : undefined;
      await shardWriter.ended;
      subscription.unsubscribe();
      clearInterval(sweeping);
      await lease.close();
    }
  }

  function startSweeps({ inTurn, writer }: ShardWriter) {
    const { retentionMonths } = options;
    if (retentionMonths === 0) return undefined;
    const { mutable } = store;
    const sweep = async () => {
      const now = Temporal.Now.zonedDateTimeISO('UTC');
      const events = await inTurn(() => deleteExpired({ writer, mutable }, retentionMonths, now));
      if (events > 0) logger.info({ events }, 'deleting events past their retention');
    };
    const trySweep = () =>
      void sweep().catch((error) =>
        logger.warn({ err: error }, 'the retention could not be applied'),
      );
    trySweep();
    return setInterval(trySweep, sweepMs).unref();
  }

  function answerWork(shard: number, shardWriter: ShardWriter) {
    return nc.subscribe(names.work(shard), {
      callback(error, msg) {
        if (error) return;
        const work = msg.json<Work>();
        doWork(shardWriter, work).then(
          (answer) => void msg.respond(JSON.stringify(answer)),
          (failure) => {
            logger.error({ err: failure, shard }, 'what a tenant has could not be changed');
            const isLate = failure instanceof DOMException && failure.name === 'TimeoutError';
            msg.respond(JSON.stringify({ failed: isLate ? 'LATE' : 'ERROR' }));
          },
        );
      },
    });
  }

  async function doWork(shardWriter: ShardWriter, work: Work): Promise<WorkAnswer> {
    const { tenantUuid, clear } = work;
    const { inTurn, batches, writer } = shardWriter;
    if (!clear) {
      await shardWriter.empty();
      await inTurn(() => refused.purge(tenantUuid));
      return { removed: await inTurn(() => batches.purge(tenantUuid)) };
    }
    const signal = AbortSignal.timeout(clearedWithinMs);
    const patterns = valuePatterns(clear);
    await shardWriter.empty();
    await inTurn(() => refused.clear(tenantUuid, patterns));
    const { mutable } = store;
    return {
      cleared: await clearValues({ writer, mutable }, { tenantUuid, patterns, inTurn, signal }),
    };
  }

  const holding = Array.from({ length: settings.shards }, (_, shard) => hold(shard));

  return {
    /** Ends the batches that are being written and gives the shards up. */
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(holding);
    },
  };
}
