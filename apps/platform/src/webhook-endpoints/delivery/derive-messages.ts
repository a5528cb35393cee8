import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/transaction.ts';
import { handOnEvents, isInRound, type Position } from '../../outbox/position.ts';

/** The most events of which messages are made in a transaction. */
export const batchSize = 2_000;

/**
 * Makes the messages of the next committed events, in the transaction that moves the position: none
 * is lost and none is made of what was rolled back. Returns how many events they were.
 */
export function deriveMessages(db: Db): Promise<number> {
  return db.asPlatform(deriveNextMessages);
}

/** Does the same in a transaction that is given. */
export const deriveNextMessages = (tx: Tx): Promise<number> =>
  handOnEvents(tx, 'webhook_position', batchSize, async (position) =>
    (await hasEndpoints(tx)) ? insertMessages(tx, position) : passOver(tx, position),
  );

async function hasEndpoints(tx: Tx): Promise<boolean> {
  const [found] = await tx`select from webhook_endpoints where deleted_at is null limit 1`;
  return found !== undefined;
}

/** Looks only whether there are events, since nobody is to be told of them. */
async function passOver(tx: Tx, position: Position) {
  const found = await tx`select from events e where ${isInRound(tx, position)} limit 1`;
  return { events: found.length, last: undefined };
}

/**
 * Inserts the messages of a round's next events. After a dump was restored, when all events come
 * again, those that have messages are passed over by their key, and older ones by their age.
 */
async function insertMessages(tx: Tx, position: Position) {
  const [last] = await tx<{ events: number; recordedIn: string; eventId: string }[]>`
    with batch as materialized (
      select * from events e where ${isInRound(tx, position)}
       order by e.recorded_in, e.event_uuid limit ${batchSize}
    ), made as (
      insert into webhook_messages (tenant_uuid, endpoint_uuid, event_uuid, event_type, occurred_at, payload)
      select e.tenant_uuid, p.endpoint_uuid, e.event_uuid, e.event_type, e.occurred_at, ${payloadOf(tx)}
        from batch e join webhook_endpoints p on p.tenant_uuid = e.tenant_uuid
       where p.deleted_at is null and (p.read_until is null or p.read_until > now())
         and e.recorded_at > p.active_from
         and (p.active_until is null or e.recorded_at <= p.active_until)
         and (p.event_types = '{}' or e.event_type = any(p.event_types))
         and e.recorded_at > now() - interval '30 days'
       order by e.recorded_in, e.event_uuid
          on conflict (tenant_uuid, endpoint_uuid, event_uuid) do nothing
    )
    select (select count(*)::int from batch) as events, recorded_in, event_uuid as event_id
      from batch order by recorded_in desc, event_uuid desc limit 1`;
  return { events: last?.events ?? 0, last };
}

/** Returns the body of the message that tells of an event `e`. */
export const payloadOf = (tx: Tx) => tx`
  json_build_object(
    'type', e.event_type,
    'timestamp', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', json_build_object(
      'tenantUuid', e.tenant_uuid, 'eventId', e.event_uuid, 'actorType', e.actor_type,
      'actorId', e.actor_id, 'entityType', e.entity_type, 'entityId', e.entity_id,
      'attributes', e.attributes))`;
