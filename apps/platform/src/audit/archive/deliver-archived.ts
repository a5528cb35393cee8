import type { Db } from '../../database/db.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import type { Delivery, OutboxEvent } from '../../outbox/relay.ts';
import { type ArchivedEvent, findPartToDeliver, noteDelivered } from './parts.ts';
import { readPart } from './read-part.ts';

const atOnce = 1_000;

type Means = {
  db: Db;
  objects: ObjectStore;
  isPaused: () => Promise<boolean>;
  deliver: (events: OutboxEvent[]) => Promise<Delivery>;
};

/**
 * Delivers the archived events to analytics that may have been lost there with a restore; it takes each once.
 * None while outgoing work waits. Throws AlteredPart.
 */
export async function deliverArchived({ db, objects, isPaused, deliver }: Means): Promise<void> {
  while (!(await isPaused())) {
    const part = await db.asPlatform(findPartToDeliver);
    if (!part) return;
    const events = (await readPart(objects, part)).map(toOutboxEvent);
    for (let at = 0; at < events.length; at += atOnce) await deliver(events.slice(at, at + atOnce));
    await db.asPlatform((tx) => noteDelivered(tx, part));
  }
}

const toOutboxEvent = (event: ArchivedEvent): OutboxEvent => ({
  eventId: event.eventId,
  eventType: event.eventType,
  tenantId: event.tenantUuid,
  occurredAt: `${event.exactTime.slice(0, 23)}Z`,
  actorType: event.actorType,
  actorId: event.actorId,
  entityType: event.entityType,
  entityId: event.entityId,
  attributes: event.attributes,
});
