import type { Fragment } from '@atrium/kit/sql.ts';
import { isWithin } from '../database/time-range.ts';
import type { Tx } from '../database/transaction.ts';
import { type Cursor, placeOf } from '../lists/cursor.ts';
import { noHead } from './chain-queries.ts';
import { eventColumns, hexHash } from './event-columns.ts';
import { actorName, entityName } from './names.ts';
import { defaultSize, type Head, type TrailEvent, type TrailQuery } from './schemas.ts';

type Row = TrailEvent & { exactTime: string };

/** Returns a part of the tenant's trail, the newest first, and where the next one begins. */
export async function listTrail(tx: Tx, query: TrailQuery) {
  const { size = defaultSize } = query;
  const rows = await tx<Row[]>`
    with e as materialized (
      select * from events e where ${meets(tx, query)} and ${isAfter(tx, query.cursor)}
       order by e.occurred_at desc, e.event_uuid desc limit ${size + 1})
    select c.sequence, ${eventColumns(tx)}, ${hexHash(tx, 'c.hash')} as hash,
           ${actorName(tx)} as actor_name, ${entityName(tx)} as entity_name,
           case when o.is_short then o.address::text else host(o.address) end as address,
           o.user_agent, e.occurred_at::text as exact_time
      from e left join audit_chain c on c.tenant_uuid = e.tenant_uuid and c.event_uuid = e.event_uuid
      left join event_origins o on o.tenant_uuid = e.tenant_uuid and o.event_uuid = e.event_uuid
     order by e.occurred_at desc, e.event_uuid desc`;
  const content = rows.slice(0, size);
  const last = content.at(-1);
  const nextCursor =
    last && rows.length > size ? JSON.stringify([last.exactTime, last.eventId]) : null;
  return { content, nextCursor };
}

function meets(tx: Tx, query: TrailQuery): Fragment {
  const { entityType, entityId, actorId, eventType } = query;
  const equal = (column: Fragment, value: string | undefined) =>
    value === undefined ? tx`` : tx` and ${column} = ${value}`;
  return tx`${isWithin(tx, tx`e.occurred_at`, query)} ${equal(tx`e.entity_type`, entityType)}
    ${equal(tx`e.entity_id`, entityId)} ${equal(tx`e.actor_id`, actorId)}
    ${equal(tx`e.event_type`, eventType)}`;
}

function isAfter(tx: Tx, cursor: Cursor | undefined): Fragment {
  const place = placeOf<[time: string, eventId: string]>(cursor);
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
