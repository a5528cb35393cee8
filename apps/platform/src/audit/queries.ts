import type { Fragment } from '@atrium/kit/sql.ts';
import { isWithin } from '../database/time-range.ts';
import type { Tx } from '../database/transaction.ts';
import { archivedEvents } from './archive/archived-events.ts';
import type { ArchivedEvent } from './archive/parts.ts';
import { noHead } from './chain-queries.ts';
import { eventColumns, exactTime, hexHash } from './event-columns.ts';
import { actorName, entityName } from './names.ts';
import type { Head, TrailEvent, TrailQuery } from './schemas.ts';

export type TrailRow = TrailEvent & { exactTime: string };

/** The place of an event in the trail: its exact time and identifier. */
export type TrailPlace = [time: string, eventId: string];

/** Returns the tenant's events from the database after a place, the newest first, at most so many. */
export function listRecorded(
  tx: Tx,
  query: TrailQuery,
  after: TrailPlace | undefined,
  limit: number,
) {
  return describe(
    tx,
    tx`
      select e.*, c.sequence, ${hexHash(tx, 'c.hash')} as hash
        from (select * from events e where ${meets(tx, query)} and ${isAfter(tx, after)}
               order by e.occurred_at desc, e.event_uuid desc limit ${limit}) e
        left join audit_chain c on c.tenant_uuid = e.tenant_uuid and c.event_uuid = e.event_uuid`,
  );
}

/** Returns archived events as the trail shows them, the newest first. */
export const describeArchived = (tx: Tx, events: readonly ArchivedEvent[]) =>
  describe(tx, archivedEvents(tx, events));

/** Adds to events, with their numbers and hashes, what is told of them beside the chain. */
const describe = (tx: Tx, events: Fragment) =>
  tx<TrailRow[]>`
    with e as materialized (${events})
    select e.sequence, ${eventColumns(tx)}, e.hash, ${actorName(tx)} as actor_name,
           ${entityName(tx)} as entity_name,
           case when o.is_short then o.address::text else host(o.address) end as address,
           o.user_agent, ${exactTime(tx, tx`e.occurred_at`)} as exact_time
      from e
      left join event_origins o on o.tenant_uuid = e.tenant_uuid and o.event_uuid = e.event_uuid
     order by e.occurred_at desc, e.event_uuid desc`;

function meets(tx: Tx, query: TrailQuery): Fragment {
  const { entityType, entityId, actorId, eventType } = query;
  const equal = (column: Fragment, value: string | undefined) =>
    value === undefined ? tx`` : tx` and ${column} = ${value}`;
  return tx`${isWithin(tx, tx`e.occurred_at`, query)} ${equal(tx`e.entity_type`, entityType)}
    ${equal(tx`e.entity_id`, entityId)} ${equal(tx`e.actor_id`, actorId)}
    ${equal(tx`e.event_type`, eventType)}`;
}

function isAfter(tx: Tx, place: TrailPlace | undefined): Fragment {
  if (!place) return tx`true`;
  const [time, eventId] = place;
  return tx`(e.occurred_at, e.event_uuid) < (${time}::timestamptz, ${eventId}::uuid)`;
}

/** Returns the last event of the tenant's chain. */
export async function findHead(tx: Tx): Promise<Head> {
  const [head] = await tx<Head[]>`
    select h.sequence, ${hexHash(tx, 'h.hash')} as hash, record_time(h.sealed_at) as sealed_at
      from audit_heads h`;
  return head ?? { ...noHead, sealedAt: null };
}
