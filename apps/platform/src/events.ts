import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { changesHash } from '@atrium/kit/hash-chain.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { type FieldChange, type KeptChange, keptChanges } from './changed-fields.ts';
import type { Actor } from './database/principal.ts';
import { currentOrigin, type RequestOrigin } from './database/request-origin.ts';
import type { Tx } from './database/transaction.ts';
import type { EntityType, EventType } from './event-types.ts';
import { tellOfEvent } from './tell-people.ts';

/** Something that happened, as the audit trail and analytics know it. */
export type PlatformEvent = {
  eventType: EventType;
  entityType: EntityType;
  entityId: string | null;
  /** Ids, counts and enum values; never personal data. */
  attributes?: Record<string, string>;
  /** Says what changed of the record, which is kept beside the event and never in it. */
  changes?: readonly FieldChange[] | undefined;
  /** Defaults to the transaction's tenant and actor. */
  tenantUuid?: string;
  actor?: Actor;
};

/** Holds the columns of an event. */
type EventRow = ReturnType<typeof toEventRow>;

/** Returns an event as its row, and wakes the outbox after the commit. */
function toEventRow(tx: Tx, event: PlatformEvent) {
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
 * `partnerUuid` is the partner of the record's manager as of now, else that of the actor, and
 * `changesHash` covers the changes, which are kept as the history of the record. Whom it concerns is
 * told of it in the inbox.
 */
export async function recordEvent(tx: Tx, event: PlatformEvent): Promise<void> {
  const row = toEventRow(tx, event);
  const { tenantUuid, actorType, actorId, entityType, entityId } = row;
  const kept = keep(event.changes ?? []);
  const attributes = tx`${row.attributes}::jsonb || ${partnerAttribute(tx, partnerOf(tx, row))}
    || ${tx.json(kept ? { changesHash: kept.hash } : {})}::jsonb`;
  const insert = tx`
    insert into events (tenant_uuid, event_uuid, event_type, actor_type, actor_id, entity_type,
                        entity_id, attributes)
    values (${tenantUuid}, ${row.eventUuid}, ${row.eventType}, ${actorType}, ${actorId}, ${entityType},
            ${entityId}, ${attributes})`;
  await (kept
    ? tx`with e as (${insert} returning *)
         insert into record_history (${historyColumns(tx)})
         select ${ofEvent(tx)}, ${kept.salt}, ${tx.json(kept.changes)}::jsonb from e`
    : insert);
  const origin = toldWithOrigin.test(event.eventType) ? currentOrigin() : undefined;
  if (origin) await insertOrigin(tx, row, origin);
  const told = { ...event, tenantUuid, actorId };
  if (entityId) await tellOfEvent(tx, told, [entityId], () => event.changes);
}

/** Holds changes as they are kept, and what an event says of them. */
type Kept = { salt: string; changes: KeptChange[]; hash: string };

/** Returns what is kept of changes; undefined when nothing is. */
function keep(changes: readonly FieldChange[]): Kept | undefined {
  const kept = keptChanges(changes);
  if (kept.length === 0) return undefined;
  const salt = randomBytes(16).toString('hex');
  return { salt, changes: kept, hash: changesHash(salt, kept) };
}

const historyColumns = (tx: Tx): Fragment =>
  tx`tenant_uuid, event_uuid, occurred_at, entity_type, entity_uuid, salt, changes`;
const ofEvent = (tx: Tx): Fragment =>
  tx`e.tenant_uuid, e.event_uuid, e.occurred_at, e.entity_type, e.entity_id`;

/** The events whose reading says from where they came. */
const toldWithOrigin = /^(login|export)\.|^tenant\.(entered|entry_refused)$/;

function insertOrigin(
  tx: Tx,
  { tenantUuid, eventUuid }: EventRow,
  { address, userAgent }: RequestOrigin,
) {
  return tx`
    insert into event_origins (tenant_uuid, event_uuid, address, user_agent)
    values (${tenantUuid}, ${eventUuid}, ${address}, ${userAgent})`;
}

/** Records one event for each of many records, in one statement, with what changed of each. */
export async function recordEvents(
  tx: Tx,
  event: Omit<PlatformEvent, 'entityId' | 'changes'>,
  entityIds: readonly string[],
  changes: ReadonlyMap<string, readonly FieldChange[]> = new Map(),
): Promise<void> {
  if (entityIds.length === 0) return;
  const row = toEventRow(tx, { ...event, entityId: null });
  const kept = entityIds.map((entityId) => keep(changes.get(entityId) ?? []));
  const partner = partnerOf(tx, { ...row, entityId: tx`each.entity_id` });
  const each = tx`
    unnest(${entityIds.map(() => randomUUIDv7())}::uuid[], ${[...entityIds]}::uuid[],
           ${kept.map((one) => one?.hash ?? null)}::text[], ${kept.map((one) => one?.salt ?? null)}::text[],
           ${kept.map((one) => (one ? JSON.stringify(one.changes) : null))}::text[])
      as each(event_uuid, entity_id, hash, salt, changes)`;
  await tx`
    with each as materialized (select * from ${each}),
    e as (
      insert into events (tenant_uuid, event_uuid, event_type, actor_type, actor_id, entity_type,
                          entity_id, attributes)
      select ${row.tenantUuid}::uuid, each.event_uuid, ${row.eventType}, ${row.actorType},
             ${row.actorId}::uuid, ${row.entityType}, each.entity_id,
             ${row.attributes}::jsonb || ${partnerAttribute(tx, partner)}
               || jsonb_strip_nulls(jsonb_build_object('changesHash', each.hash))
        from each
      returning *)
    insert into record_history (${historyColumns(tx)})
    select ${ofEvent(tx)}, each.salt, each.changes::jsonb
      from e join each using (event_uuid) where each.changes is not null`;
  const told = { ...event, tenantUuid: row.tenantUuid, actorId: row.actorId };
  await tellOfEvent(tx, told, entityIds, (entityId) => changes.get(entityId));
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
