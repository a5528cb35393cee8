import type { Fragment, Sql } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type { OutboxEvent } from './relay.ts';

/** A position before every event of a transaction. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** The position of the outbox: see the table `outbox_position`. */
type Position = {
  delivered: string;
  reading: string;
  isBegun: boolean;
  lastIn: string;
  lastUuid: string;
};
type ReadEvent = { recordedIn: string; event: OutboxEvent };

/**
 * Takes the outbox for this transaction, with the round that is to be handed on: the one that was
 * begun, or all that is committed now. Undefined when another replica has it, or renumbers events.
 */
export async function takeOutbox(tx: Tx): Promise<Position | undefined> {
  const [position] = await tx<Position[]>`
    select delivered, coalesce(reading, pg_current_snapshot()) as reading,
           reading is not null as is_begun, last_in, last_uuid
      from outbox_position where renumbering_since is null for update skip locked`;
  return position;
}

/** Returns the next events of a round in the order of their transactions. */
export async function readEvents(tx: Tx, position: Position, limit: number): Promise<ReadEvent[]> {
  const { delivered, reading, lastIn, lastUuid } = position;
  const rows = await tx<(OutboxEvent & { recordedIn: string })[]>`
    select recorded_in, event_uuid as event_id, event_type, tenant_uuid as tenant_id,
           to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at,
           actor_type, actor_id, entity_type, entity_id, attributes
      from events e
     where (recorded_in, event_uuid) > (${lastIn}::xid8, ${lastUuid}::uuid)
       and not pg_visible_in_snapshot(recorded_in, ${delivered}::pg_snapshot)
       and pg_visible_in_snapshot(recorded_in, ${reading}::pg_snapshot)
     order by recorded_in, event_uuid
     limit ${limit}`;
  return rows.map(({ recordedIn, ...event }) => ({ recordedIn, event }));
}

/** Notes that events up to the last one given are with analytics, or without one the whole round. */
export async function moveOutbox(
  tx: Tx,
  { reading }: Position,
  last: ReadEvent | undefined,
): Promise<void> {
  if (last)
    await tx`
      update outbox_position
         set reading = ${reading}, last_in = ${last.recordedIn}, last_uuid = ${last.event.eventId}`;
  else
    await tx`
      update outbox_position
         set delivered = ${reading}, reading = null, last_uuid = ${nobody},
             last_in = pg_snapshot_xmin(${reading}::pg_snapshot)`;
}

/** The condition that an event `e` waits, given the row `p` of the outbox's position. */
export const isWaiting = (sql: Sql | Tx): Fragment => sql`
  (e.recorded_in, e.event_uuid) > (p.last_in, p.last_uuid)
    and not pg_visible_in_snapshot(e.recorded_in, p.delivered)`;
