import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from './database/principal.ts';
import type { Tx } from './database/transaction.ts';

/** Something that happened, as the audit trail and analytics know it. */
export type PlatformEvent = {
  /** Subject and past tense: `contact.created`. */
  eventType: string;
  entityType:
    | 'TENANT'
    | 'STAFF'
    | 'PARTNER'
    | 'CONTACT'
    | 'ORGANISATION'
    | 'HOUSEHOLD'
    | 'MEETING'
    | 'CALENDAR_CONNECTION'
    | 'SESSION'
    | 'EXPORT';
  entityId: string | null;
  /** Ids, counts and enum values; never personal data. */
  attributes?: Record<string, string>;
  /** Defaults to the transaction's tenant and actor. */
  tenantUuid?: string;
  actor?: Actor;
};

/** The columns of an event, for a statement that inserts it together with what it tells of. */
export type EventRow = ReturnType<typeof toEventRow>;

/** An event as its row, and the outbox told to look for it after the commit. */
export function toEventRow(tx: Tx, event: PlatformEvent) {
  const { actorType, actorId } = event.actor ?? tx.actor;
  tx.afterCommit('outbox');
  return {
    tenantUuid: event.tenantUuid ?? tx.tenantUuid,
    eventUuid: randomUUIDv7(),
    eventType: event.eventType,
    actorType,
    actorId,
    entityType: event.entityType,
    entityId: event.entityId,
    attributes: tx.json(event.attributes ?? {}),
  };
}

/**
 * Records that something happened, in the transaction of the change itself. The row is the audit
 * trail and the outbox in one: the relay hands it to analytics after the commit.
 */
export async function recordEvent(tx: Tx, event: PlatformEvent): Promise<void> {
  await tx`insert into events ${tx(toEventRow(tx, event))}`;
}
