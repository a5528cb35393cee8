import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Db, Tx } from '../db.ts';

const batchSize = 1_000;
// The first event after a pause goes out at once, as good as; a stream of them goes in batches.
const promptMs = 40;
const gatherMs = 500;
const idleMs = 1_000;
// Batches at a time while many wait: one is read and marked while analytics stores the other.
const catchUpLanes = 2;
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

/** What became of each event of a batch, in order; `refusal` is set when it can never be taken. */
export type Delivery = { refusal: string | null }[];

type RelayOptions = {
  db: Db;
  deliver: (events: OutboxEvent[]) => Promise<Delivery>;
  logger: Logger;
  registry: Registry;
};

export type Relay = ReturnType<typeof startRelay>;

/**
 * Hands recorded events to analytics: at least once, in batches, by any number of replicas at a
 * time. A commit in this process wakes it; a look every second finds what others left behind.
 * While analytics is away it backs off, and nothing waits for it.
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
        full = await relayRound(full ? catchUpLanes : 1);
      } while (!stopped && full);
      failures = 0;
    } catch (error) {
      failures += 1;
      counts.failures.inc();
      logger.warn({ err: error, failures }, 'analytics does not take events; trying again');
    }
  }

  /** Relays batches side by side and answers whether there may be more. Rejects when one did not get through. */
  async function relayRound(lanes: number): Promise<boolean> {
    const batches = Array.from({ length: lanes }, () => relayBatch(db, deliver, counts));
    const settled = await Promise.allSettled(batches);
    const sent = settled.map((each) => (each.status === 'fulfilled' ? each.value : 0));
    if (sent.some((events) => events > 0)) lastSentAt = performance.now();
    const failed = settled.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    return sent.every((events) => events === batchSize);
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

async function relayBatch(
  db: Db,
  deliver: RelayOptions['deliver'],
  counts: Counts,
): Promise<number> {
  return db.asPlatform(async (tx) => {
    const events = await lockUndelivered(tx);
    if (events.length === 0) return 0;
    const delivery = await deliver([...events]);
    const refused = events.flatMap((event, at) => {
      const reason = delivery[at]?.refusal;
      return reason ? [{ ...event, reason }] : [];
    });
    await markDelivered(tx, events);
    for (const { tenantId, eventId, reason } of refused) {
      await tx`update events set refused_reason = ${reason} where tenant_uuid = ${tenantId} and event_uuid = ${eventId}`;
    }
    counts.delivered.inc(events.length - refused.length);
    counts.refused.inc(refused.length);
    return events.length;
  });
}

function lockUndelivered(tx: Tx) {
  return tx<OutboxEvent[]>`
    select event_uuid as event_id, event_type, tenant_uuid as tenant_id,
           to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at,
           actor_type, actor_id, entity_type, entity_id, attributes
      from events
     where delivered_at is null
     order by event_uuid
     limit ${batchSize}
       for update skip locked`;
}

function markDelivered(tx: Tx, events: readonly OutboxEvent[]) {
  const tenants = events.map((event) => event.tenantId);
  const ids = events.map((event) => event.eventId);
  return tx`
    update events e set delivered_at = now()
      from unnest(${tenants}::uuid[], ${ids}::uuid[]) as d (tenant_uuid, event_uuid)
     where e.tenant_uuid = d.tenant_uuid and e.event_uuid = d.event_uuid`;
}

function relayMetrics(db: Db, registry: Registry) {
  const registers = [registry];
  new Gauge({
    name: 'outbox_lag_seconds',
    help: 'Age of the oldest event not yet delivered to analytics',
    registers,
    async collect() {
      const [row] = await db.asPlatform(
        (tx) => tx<{ seconds: number }[]>`
          select coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 as seconds
            from (select recorded_at from events where delivered_at is null order by event_uuid limit 1) oldest`,
      );
      this.set(row?.seconds ?? 0);
    },
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
