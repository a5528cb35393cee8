import { randomUUIDv7 } from 'node:crypto';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Actor } from './database/principal.ts';
import { currentOrigin, type RequestOrigin } from './database/request-origin.ts';
import type { Tx } from './database/transaction.ts';
import type { EntityType, EventType } from './event-types.ts';

/** Something that happened, as the audit trail and analytics know it. */
export type PlatformEvent = {
  eventType: EventType;
  entityType: EntityType;
  entityId: string | null;
  /** Ids, counts and enum values; never personal data. */
  attributes?: Record<string, string>;
  /** Defaults to the transaction's tenant and actor. */
  tenantUuid?: string;
  actor?: Actor;
};

/** The columns of an event, for a statement that inserts it together with what it tells of. */
export type EventRow = ReturnType<typeof toEventRow>;

/** Returns an event as its row, and wakes the outbox after the commit. */
export function toEventRow(tx: Tx, event: PlatformEvent) {
  const { actorType, actorId, via } = event.actor ?? tx.actor;
  tx.afterCommit('events');
  return {
    tenantUuid: event.tenantUuid ?? tx.tenantUuid,
    eventUuid: randomUUIDv7(),
    eventType: event.eventType,
    actorType,
    actorId,
    entityType: event.entityType,
    entityId: event.entityId,
    attributes: tx.json({ ...event.attributes, ...(via && { via }) }),
  };
}

/**
 * Records that something happened, in the transaction of the change itself. The row is the audit
 * trail and the outbox in one: the relay hands it to analytics after the commit. Its attribute
 * `partnerUuid` is the partner of the record's manager as of now, else that of the actor.
 */
export async function recordEvent(tx: Tx, event: PlatformEvent): Promise<void> {
  const row = toEventRow(tx, event);
  const { tenantUuid, actorType, actorId, entityType, entityId } = row;
  await tx`
    insert into events (tenant_uuid, event_uuid, event_type, actor_type, actor_id, entity_type,
                        entity_id, attributes)
    values (${tenantUuid}, ${row.eventUuid}, ${row.eventType}, ${actorType}, ${actorId}, ${entityType},
            ${entityId}, ${row.attributes}::jsonb || ${partnerAttribute(tx, partnerOf(tx, row))})`;
  const origin = toldWithOrigin.test(event.eventType) ? currentOrigin() : undefined;
  if (origin) await insertOrigin(tx, row, origin);
}

/** The events whose reading says from where they came. */
const toldWithOrigin = /^(login|export)\.|^tenant\.entered$/;

function insertOrigin(
  tx: Tx,
  { tenantUuid, eventUuid }: EventRow,
  { address, userAgent }: RequestOrigin,
) {
  return tx`
    insert into event_origins (tenant_uuid, event_uuid, address, user_agent)
    values (${tenantUuid}, ${eventUuid}, ${address}, ${userAgent})`;
}

/** Records one event for each of many records, in one statement. */
export async function recordEvents(
  tx: Tx,
  event: Omit<PlatformEvent, 'entityId'>,
  entityIds: readonly string[],
): Promise<void> {
  if (entityIds.length === 0) return;
  const row = toEventRow(tx, { ...event, entityId: null });
  const eventUuids = entityIds.map(() => randomUUIDv7());
  const partner = partnerOf(tx, { ...row, entityId: tx`each.entity_id` });
  await tx`
    insert into events (tenant_uuid, event_uuid, event_type, actor_type, actor_id, entity_type,
                        entity_id, attributes)
    select ${row.tenantUuid}::uuid, each.event_uuid, ${row.eventType}, ${row.actorType},
           ${row.actorId}::uuid, ${row.entityType}, each.entity_id,
           ${row.attributes}::jsonb || ${partnerAttribute(tx, partner)}
      from unnest(${eventUuids}::uuid[], ${[...entityIds]}::uuid[]) as each(event_uuid, entity_id)`;
}

/** Returns an event's attribute `partnerUuid` as JSON, from the SQL of its value; empty where that is null. */
export const partnerAttribute = (tx: Tx, partner: Fragment): Fragment =>
  tx`jsonb_strip_nulls(jsonb_build_object('partnerUuid', ${partner}))`;

/** Says what decides which partner an event concerns: identifiers, or the SQL of them. */
type Concerned = {
  tenantUuid: string | Fragment;
  entityType: EntityType;
  entityId: string | Fragment | null;
  actorId: string | Fragment | null;
};

/** Returns the partner that an event concerns: of the record's manager, else of the actor. */
export function partnerOf(
  tx: Tx,
  { tenantUuid, entityType, entityId, actorId }: Concerned,
): Fragment {
  const ofActor = tx`(
    select a.partner_uuid from accounts a
     where a.tenant_uuid = ${tenantUuid} and a.user_uuid = ${actorId})`;
  const kind = tx.kinds.find((each) => each.entityType === entityType);
  if (!kind?.partner || !entityId) return ofActor;
  return tx`coalesce(${kind.partner(tx, { tenantUuid, uuid: tx`${entityId}::uuid` })}, ${ofActor})`;
}
