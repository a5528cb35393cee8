import type { FastifyReply } from 'fastify';
import type { Ingestor } from '../ingest/ingestor.ts';
import type { QueryCaps, Store } from '../store/store.ts';
import { createQuerySlots } from './query-slots.ts';
import type { RunSql } from './run-query.ts';

/** The longest time a question waits for events that were accepted before it. */
const freshnessMs = 2_000;

type AskingOptions = {
  store: Store;
  ingestor: Ingestor;
  caps: QueryCaps;
  maxWaitMs: number;
};

/** Runs all that reads the store: within the caps of a query, tenants in turns, until the caller goes. */
export function createAsking({ store, ingestor, caps, maxWaitMs }: AskingOptions) {
  const inSlot = createQuerySlots({
    slots: store.readers,
    maxWaiting: 200,
    maxWaitingOfTenant: 50,
    maxWaitMs,
  });

  /** Returns a signal that is aborted when the caller of a request has gone. */
  function untilGone(reply: FastifyReply): AbortSignal {
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    return gone.signal;
  }

  /** Waits until what the tenant sent before is stored, for `freshnessMs` at most. */
  async function fresh(tenant: string): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, freshnessMs).unref();
    await Promise.race([ingestor.settled(tenant), late]);
    clearTimeout(timer);
  }

  const run =
    (gone: AbortSignal): RunSql =>
    (statement) =>
      store.query(statement, caps, gone);

  return {
    /** Does work of one tenant that reads the store, all of it in one slot. */
    async ask<T>(tenant: string, reply: FastifyReply, work: (run: RunSql) => Promise<T>) {
      const gone = untilGone(reply);
      await fresh(tenant);
      return inSlot(tenant, gone, () => work(run(gone)));
    },

    /** Runs statements of one tenant, each in a slot of its own, so that others have their turn between them. */
    async askInTurns(tenant: string, reply: FastifyReply): Promise<RunSql> {
      const gone = untilGone(reply);
      await fresh(tenant);
      return (sql) => inSlot(tenant, gone, () => run(gone)(sql));
    },

    attributeColumns: store.attributeColumns ?? new Set<string>(),
  };
}

export type Asking = ReturnType<typeof createAsking>;
