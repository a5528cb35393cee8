import type { Msg } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { keepAside } from '../ingest/refused-events.ts';
import type { Outcome } from '../ingest/write-entries.ts';
import { clearValues } from '../store/clear-values.ts';
import { startRetention } from '../store/retention.ts';
import type { Store } from '../store/store.ts';
import { valuePatterns } from '../store/value-patterns.ts';
import { names } from './names.ts';
import type { Log } from './open-log.ts';
import { refusedStream } from './refused-stream.ts';
import { takeLease } from './shard-lease.ts';
import { type ShardWriter, startShardWriter } from './shard-writer.ts';

/** Asks a shard's writer to remove a tenant's events, or to clear values in them, within a time. */
export type Work = { tenantUuid: string; clear?: readonly string[]; withinMs: number };

export type WorkAnswer = {
  removed?: { events: number; identifiers: number };
  cleared?: number;
  /** Also says that the shard is moving to another writer, which can be asked. */
  failed?: 'LATE' | 'MOVED' | 'ERROR';
};

type Options = {
  log: Log;
  logger: Logger;
  store: Store;
  identifierBytes: number;
  retentionMonths: number;
  onOutcome: (outcome: Outcome, events: number) => void;
  /** Is called when another process took a shard that this one wrote. */
  onLost: () => void;
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
      const lease = await takeLease({ kv, key: names.shardKey(shard), writer, signal });
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
        quarantine: keepAside(refused.keep, logger),
        onOutcome: options.onOutcome,
      });
      const answering = answerWork(shard, shardWriter);
      const endRetention = shard === 0 ? retain(shardWriter) : () => {};
      await shardWriter.ended;
      if (lease.signal.aborted) {
        logger.warn({ shard }, 'a shard was taken over by another process');
        options.onLost();
      }
      endRetention();
      await answering.stop();
      await lease.close();
    }
  }

  function retain({ inTurn, writer }: ShardWriter): () => void {
    const { retentionMonths: months } = options;
    const { mutable } = store;
    return startRetention({ store: { writer, mutable }, months, inTurn, log: logger });
  }

  function answerWork(shard: number, shardWriter: ShardWriter) {
    const open = new Set<Promise<void>>();

    async function answer(msg: Msg): Promise<void> {
      const told = await doWork(shardWriter, msg.json<Work>()).catch((failure): WorkAnswer => {
        if (failure instanceof DOMException && failure.name === 'TimeoutError')
          return { failed: 'LATE' };
        if (!shardWriter.isHeld()) return { failed: 'MOVED' };
        logger.error({ err: failure, shard }, 'what a tenant has could not be changed');
        return { failed: 'ERROR' };
      });
      msg.respond(JSON.stringify(told));
    }

    const subscription = nc.subscribe(names.work(shard), {
      callback(error, msg) {
        if (error) return;
        const answered = answer(msg)
          .catch((error) => logger.warn({ err: error, shard }, 'an answer could not be sent'))
          .finally(() => void open.delete(answered));
        open.add(answered);
      },
    });

    return {
      /** Resolves when what was asked is answered and nothing more is taken. */
      async stop(): Promise<void> {
        subscription.unsubscribe();
        await Promise.all(open);
      },
    };
  }

  async function doWork(shardWriter: ShardWriter, work: Work): Promise<WorkAnswer> {
    const { tenantUuid, clear, withinMs } = work;
    const { inTurn, batches, writer } = shardWriter;
    const signal = AbortSignal.any([AbortSignal.timeout(withinMs), shardWriter.signal]);
    await shardWriter.empty(signal);
    if (!clear) {
      await inTurn(() => refused.purge(tenantUuid));
      return { removed: await inTurn(() => batches.purge(tenantUuid)) };
    }
    const patterns = valuePatterns(clear);
    await inTurn(() => refused.clear(tenantUuid, patterns, signal));
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
