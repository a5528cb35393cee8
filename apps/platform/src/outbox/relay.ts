import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { handOnEvents, isInRound, type Position } from './position.ts';
import { watchLag } from './watch-lag.ts';

const batchSize = 1_000;
// The first event after a pause goes out at once, as good as; a stream of them goes in batches.
const promptMs = 40;
const gatherMs = 500;
const idleMs = 1_000;
// Batches sent at a time while many wait: analytics takes in one while it stores the other.
const catchUpBatches = 2;
const longestBackOffMs = 30_000;

/** An event as analytics takes it in. */
export type OutboxEvent = {
  eventId: string;
  eventType: string;
  tenantId: string;
  occurredAt: string;
  actorType: string;
  actorId: string | null;
  entityType: string | null;
  entityId: string | null;
  attributes: Record<string, string>;
};

/** The result for each event of a batch, in order; `refusal` is set when it can never be taken. */
export type Delivery = { refusal: string | null }[];

type RelayOptions = {
  db: Db;
  deliver: (events: OutboxEvent[]) => Promise<Delivery>;
  logger: Logger;
  registry: Registry;
};

export type Relay = ReturnType<typeof startRelay>;

/**
 * Hands recorded events to analytics: at least once, in batches, by one replica at a time. A commit
 * in this process wakes it; once a second it also checks for what others left behind. While
 * analytics is away it waits longer each time, and nothing waits for it.
 */
export function startRelay({ db, deliver, logger, registry }: RelayOptions) {
  const counts = relayMetrics(db, registry);
  let failures = 0;
  let stopped = false;
  let lastSentAt = 0;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;

  function schedule(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (stopped || running || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void run(), delayMs);
  }

  async function run(): Promise<void> {
    dueAt = Number.POSITIVE_INFINITY;
    woken = false;
    running = drain();
    await running;
    running = undefined;
    if (failures > 0) schedule(Math.min(250 * 2 ** failures, longestBackOffMs));
    else if (woken) wake();
    else schedule(idleMs);
  }

  function wake(): void {
    woken = true;
    if (failures === 0) schedule(Math.max(promptMs, lastSentAt + gatherMs - performance.now()));
  }

  async function drain(): Promise<void> {
    try {
      let full = false;
      do {
        const batches: number = full ? catchUpBatches : 1;
        const handedOn = await relayEvents(db, deliver, counts, batches);
        if (handedOn > 0) lastSentAt = performance.now();
        full = handedOn === batches * batchSize;
      } while (!stopped && full);
      failures = 0;
    } catch (error) {
      failures += 1;
      counts.failures.inc();
      logger.warn({ err: error, failures }, 'analytics does not take events; trying again');
    }
  }

  schedule(0);
  return {
    /** Says that a change was committed. */
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

type Counts = ReturnType<typeof relayMetrics>;

/** Hands on the next events, as many batches side by side as said, and answers how many events. */
async function relayEvents(
  db: Db,
  deliver: RelayOptions['deliver'],
  counts: Counts,
  batches: number,
): Promise<number> {
  return db.asPlatform(async (tx) => {
    const limit = batches * batchSize;
    let refused = 0;
    const handedOn = await handOnEvents(tx, 'outbox_position', limit, async (position) => {
      const read = await readEvents(tx, position, limit);
      const events = read.map(({ recordedIn: _, ...event }) => event);
      const parts = Array.from({ length: Math.ceil(events.length / batchSize) }, (_, part) =>
        events.slice(part * batchSize, (part + 1) * batchSize),
      );
      const deliveries = await Promise.all(parts.map((part) => deliver(part)));
      for (const [at, { refusal }] of deliveries.flat().entries()) {
        const event = read[at];
        if (!event || !refusal) continue;
        await tx`
          update events set refused_reason = ${refusal}
           where tenant_uuid = ${event.tenantId} and recorded_in = ${event.recordedIn}::xid8
             and event_uuid = ${event.eventId}`;
        refused += 1;
      }
      return { events: read.length, last: read.at(-1) };
    });
    counts.delivered.inc(handedOn - refused);
    counts.refused.inc(refused);
    return handedOn;
  });
}

/** Returns the next events of a round in the order of their transactions. */
const readEvents = (tx: Tx, position: Position, limit: number) =>
  tx<(OutboxEvent & { recordedIn: string })[]>`
    select recorded_in, event_uuid as event_id, event_type, tenant_uuid as tenant_id,
           to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at,
           actor_type, actor_id, entity_type, entity_id, attributes
      from events e
     where ${isInRound(tx, position)}
     order by recorded_in, event_uuid
     limit ${limit}`;

function relayMetrics(db: Db, registry: Registry) {
  const registers = [registry];
  watchLag({ db, registry }, 'outbox_position', {
    name: 'outbox_lag_seconds',
    help: 'Age of the oldest event not yet delivered to analytics',
  });
  return {
    delivered: new Counter({
      name: 'outbox_delivered_total',
      help: 'Events delivered to analytics',
      registers,
    }),
    refused: new Counter({
      name: 'outbox_refused_total',
      help: 'Events that analytics refused for good',
      registers,
    }),
    failures: new Counter({
      name: 'outbox_failures_total',
      help: 'Batches that did not get through',
      registers,
    }),
  };
}
