import type { Run } from '../audit/chain-queries.ts';
import { actorName } from '../audit/names.ts';
import type { Tx } from '../database/transaction.ts';
import type { ExportedChanges, HistoryEntry, HistoryQuery } from './schemas.ts';

/** The place of the last change of a part: the time to the microsecond, the event and the field. */
export type Place = [at: string, eventId: string, field: string];

type Row = Omit<HistoryEntry, 'actorUuid'> & { actorId: string | null; place: Place };
type Asked = Pick<HistoryQuery, 'entityType' | 'entityUuid' | 'field'>;

/** Returns the changes of a record, the newest first, from after a place. */
export function listChanges(
  tx: Tx,
  { entityType, entityUuid, field }: Asked,
  { after, limit }: { after: Place | undefined; limit: number },
) {
  const isAfter = after
    ? tx`(h.occurred_at, h.event_uuid) <= (${after[0]}::timestamptz, ${after[1]}::uuid)
         and (h.event_uuid <> ${after[1]}::uuid or c.field collate "C" > ${after[2]})`
    : tx`true`;
  return tx<Row[]>`
    with h as materialized (
      select h.tenant_uuid, h.event_uuid, h.occurred_at, h.actor_type, h.actor_id, c.*
        from record_history h
       cross join lateral jsonb_to_recordset(h.changes)
                as c (field text, before text, after text, "isLong" boolean)
       where h.entity_uuid = ${entityUuid} and h.entity_type = ${entityType}
         and ${isAfter} and ${field === undefined ? tx`true` : tx`c.field = ${field}`}
       order by h.occurred_at desc, h.event_uuid desc, c.field collate "C" limit ${limit})
    select record_time(h.occurred_at) as at, h.event_uuid as event_id, e.actor_type, e.actor_id,
           ${actorName(tx)} as actor_name, h.field, h.before, h.after, h."isLong",
           array[h.occurred_at::text, h.event_uuid::text, h.field] as place
      from h left join events v on v.tenant_uuid = h.tenant_uuid and v.occurred_at = h.occurred_at
       and v.event_uuid = h.event_uuid
     cross join lateral (
       select h.tenant_uuid, coalesce(v.actor_type, h.actor_type) as actor_type,
              coalesce(v.actor_id, h.actor_id) as actor_id) e
     where e.actor_type is not null
     order by h.occurred_at desc, h.event_uuid desc, h.field collate "C"`;
}

/** Returns what the next events of a run of the chain changed, in its order. Of archived ones the number is here. */
export function listChained(
  tx: Tx,
  { last }: Run,
  { after, limit }: { after: number; limit: number },
) {
  return tx<ExportedChanges[]>`
   (select h.event_uuid as event_id, c.sequence, h.entity_type, h.entity_uuid, h.salt, h.changes
      from audit_chain c join record_history h using (tenant_uuid, event_uuid)
     where c.sequence > ${after} and c.sequence <= ${last}
     order by c.sequence limit ${limit})
     union all
   (select h.event_uuid, h.sequence, h.entity_type, h.entity_uuid, h.salt, h.changes
      from record_history h where h.sequence > ${after} and h.sequence <= ${last}
     order by h.sequence limit ${limit})
     order by sequence limit ${limit}`;
}
