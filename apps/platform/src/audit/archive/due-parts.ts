import type { Fragment } from '@atrium/kit/sql.ts';
import { platformTenantUuid } from '../../database/platform-tenant.ts';
import type { Tx } from '../../database/transaction.ts';
import { isWaiting, type Reader } from '../../outbox/position.ts';
import { noHead } from '../chain-queries.ts';
import { eventColumns, exactTime, hexHash } from '../event-columns.ts';
import type { ArchivedEvent, ArchivedPart } from './parts.ts';

/** An event that may go to object storage. */
export type DueEvent = ArchivedEvent & { month: string };

const readers: readonly Reader[] = ['outbox_position', 'audit_position', 'webhook_position'];

/**
 * Lists the tenants with chained events from before a time. The platform's own trail stays in the
 * database: who removes a tenant asks it, however old it is.
 */
export const listDueTenants = (tx: Tx, before: string) =>
  tx<{ tenantUuid: string }[]>`
    select t.tenant_uuid from tenants t
     where t.deleted_at is null and t.tenant_uuid <> ${platformTenantUuid}
       and exists (select from audit_chain c
                    where c.tenant_uuid = t.tenant_uuid and c.occurred_at < ${before}::timestamptz
                      and c.sequence = (select min(f.sequence) from audit_chain f
                                         where f.tenant_uuid = t.tenant_uuid))
     order by t.tenant_uuid`;

/** Returns the last number that is archived of a tenant's trail, with its hash. */
export async function findArchivedEnd(tx: Tx, tenantUuid: string) {
  const [end] = await tx<{ sequence: number; hash: string }[]>`
    select a.last_sequence as sequence, encode(a.hash, 'hex') as hash from audit_archives a
     where a.tenant_uuid = ${tenantUuid} order by a.first_sequence desc limit 1`;
  return end ?? noHead;
}

/**
 * Lists the next events of a tenant's chain that may go, in their order: from before a time, up to the
 * number that the last check found whole, up to the first that a reader of events has not passed. None
 * when that check found a fault.
 */
export async function listDueEvents(
  tx: Tx,
  tenantUuid: string,
  { after, before, limit }: { after: number; before: string; limit: number },
): Promise<DueEvent[]> {
  const waits = readers.map(
    (reader) => tx`
      or exists (select from ${tx(reader)} p
                  where p.renumbering_since is not null or ${isWaiting(tx)})`,
  );
  const rows = await tx<(DueEvent & { isKept: boolean })[]>`
    with k as (
      select sequence, broken_at from audit_checks where tenant_uuid = ${tenantUuid}
       order by checked_at desc limit 1),
    c as materialized (
      select c.* from audit_chain c, k
       where c.tenant_uuid = ${tenantUuid} and c.sequence > ${after} and c.sequence <= k.sequence
         and k.broken_at is null
       order by c.sequence limit ${limit})
    select c.sequence, ${hexHash(tx, 'c.hash')} as hash, ${eventColumns(tx)},
           ${exactTime(tx, tx`e.occurred_at`)} as exact_time,
           ${exactTime(tx, tx`e.recorded_at`)} as recorded_at,
           e.refused_reason, to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM') as month,
           e.event_uuid is null or e.occurred_at >= ${before}::timestamptz
             ${waits.reduce((all, each) => tx`${all} ${each}`)} as is_kept
      from c left join events e
        on e.tenant_uuid = c.tenant_uuid and e.occurred_at = c.occurred_at
       and e.event_uuid = c.event_uuid
     order by c.sequence`;
  const end = rows.findIndex(({ isKept }) => isKept);
  return rows.slice(0, end < 0 ? rows.length : end).map(({ isKept: _, ...event }) => event);
}

/** Holds what the database keeps of a part besides where it is. */
export type PartRow = Omit<ArchivedPart, 'lastAt'> & {
  eventTypes: string[];
  eventCounts: Record<string, number>;
};

/**
 * Moves a part of a tenant's trail: its row comes, and its events and their numbers go. What is asked of
 * single events without the trail stays beside: where they came from and what they changed, by whom.
 * Returns false when the tenant was deleted meanwhile; throws when another moved the part.
 */
export async function moveEvents(tx: Tx, part: PartRow): Promise<boolean> {
  const { tenantUuid, firstSequence, lastSequence } = part;
  const [tenant] = await tx`
    select from tenants where tenant_uuid = ${tenantUuid} and deleted_at is null for key share`;
  if (!tenant) return false;
  const isOfPart = tx`
    c.tenant_uuid = ${tenantUuid} and c.sequence between ${firstSequence} and ${lastSequence}`;
  const events = tx`
    audit_chain c join events e on e.tenant_uuid = c.tenant_uuid and e.occurred_at = c.occurred_at
      and e.event_uuid = c.event_uuid and ${isOfPart}`;
  await insertPart(tx, part, events);
  await tx`
    insert into audit_archive_ids (tenant_uuid, id, first_sequence, made_by)
    select ${tenantUuid}, i.id, ${firstSequence}, (array_agg(i.made_by) filter (where i.made_by is not null))[1]
      from (select e.entity_id as id, case when e.event_type in (
                     'credential.created', 'webhook_endpoint.created') then e.actor_id end as made_by
              from ${events}
             union all select e.actor_id, null from ${events}) i
     where i.id is not null group by i.id`;
  await tx`
    update event_origins o set actor_id = e.actor_id from ${events}
     where o.tenant_uuid = c.tenant_uuid and o.event_uuid = c.event_uuid`;
  await tx`
    update record_history h set sequence = c.sequence, actor_type = e.actor_type, actor_id = e.actor_id
      from ${events} where h.tenant_uuid = c.tenant_uuid and h.event_uuid = c.event_uuid`;
  const gone = await tx`
    delete from events e using audit_chain c
     where ${isOfPart} and e.tenant_uuid = c.tenant_uuid and e.occurred_at = c.occurred_at
       and e.event_uuid = c.event_uuid`;
  const unchained = await tx`delete from audit_chain c where ${isOfPart}`;
  const due = lastSequence - firstSequence + 1;
  if (gone.count !== due || unchained.count !== due)
    throw new Error('A part of a trail was changed while it was archived');
  return true;
}

function insertPart(tx: Tx, part: PartRow, events: Fragment) {
  return tx`
    insert into audit_archives (tenant_uuid, first_sequence, last_sequence, previous_hash, hash,
                                first_at, last_at, last_acted_at, event_types, event_counts,
                                object_key, sha256, signed_head)
    select ${part.tenantUuid}, ${part.firstSequence}, ${part.lastSequence},
           decode(${part.previousHash}, 'hex'), decode(${part.hash}, 'hex'), min(e.occurred_at),
           max(e.occurred_at), max(e.occurred_at) filter (where e.actor_id is not null),
           ${part.eventTypes}::text[], ${tx.json(part.eventCounts)}::jsonb, ${part.objectKey},
           decode(${part.sha256}, 'hex'), ${part.signedHead}
      from ${events}`;
}
