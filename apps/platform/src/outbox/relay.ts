import { Counter, type Registry } from '@prometheus-io/client';
import type { Logger } from 'pino';
import { createLeases } from '../background/leases.ts';
import { type Loop, startLoop } from '../background/loop.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { handOnOutside, isInRound, type Position } from './position.ts';
import { watchLag } from './watch-lag.ts';

const batchSize = 1_000;
const catchUpBatches = 2;
// Of the position: if this process dies, another goes on after it.
const seconds = 10;

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

type ReadEvent = OutboxEvent & { recordedIn: string };

/** The result for each event of a batch, in order; `refusal` is set when it can never be taken. */
export type Delivery = { refusal: string | null }[];

type RelayOptions = {
  db: Db;
  deliver: (events: OutboxEvent[]) => Promise<Delivery>;
  logger: Logger;
  registry: Registry;
};

/**
 * Hands recorded events to analytics: at least once, in batches, by one replica at a time. A commit
 * in this process wakes it; once a second it also checks for what others left behind. While
 * analytics is away it waits longer each time, and nothing waits for it.
 */
export function startRelay({ db, deliver, logger, registry }: RelayOptions): Loop {
  const counts = relayMetrics(db, registry);
  const leases = createLeases({ db, logger, table: 'outbox_position', key: 'tenantUuid', seconds });

  async function run(isStopped: () => boolean): Promise<boolean> {
    let handedOn = 0;
    let limit = batchSize;
    do {
      // Batches sent at a time while many wait: analytics takes in one while it stores the other.
      if (handedOn > 0) limit = catchUpBatches * batchSize;
      handedOn = await handOnOutside(db, leases, limit, { read: readEvents, deliver: handOver });
    } while (!isStopped() && handedOn === limit);
    return handedOn > 0;
  }

  async function handOver(read: readonly ReadEvent[]) {
    const events = read.map(({ recordedIn: _, ...event }) => event);
    const parts = Array.from({ length: Math.ceil(events.length / batchSize) }, (_, part) =>
      events.slice(part * batchSize, (part + 1) * batchSize),
    );
    const deliveries = (await Promise.all(parts.map((part) => deliver(part)))).flat();
    const refused = deliveries.flatMap(({ refusal }, at) =>
      refusal && read[at] ? [{ ...read[at], refusal }] : [],
    );
    return async (tx: Tx) => {
      for (const each of refused) await keepRefusal(tx, each);
      counts.delivered.inc(read.length - refused.length);
      counts.refused.inc(refused.length);
    };
  }

  return startLoop({ name: 'relay', run, logger, registry, promptMs: 40, gatherMs: 500 });
}

async function keepRefusal(tx: Tx, event: ReadEvent & { refusal: string }): Promise<void> {
  await tx`
    update events set refused_reason = ${event.refusal}
     where tenant_uuid = ${event.tenantId} and recorded_in = ${event.recordedIn}::xid8
       and event_uuid = ${event.eventId}`;
}

/** Returns the next events of a round in the order of their transactions. */
const readEvents = (tx: Tx, position: Position, limit: number) =>
  tx<ReadEvent[]>`
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
  };
}
