import { nextHash } from '@atrium/kit/hash-chain.ts';
import type { Tx } from '../database/transaction.ts';
import { handOnEvents, isInRound, type Position } from '../outbox/position.ts';
import { type ChainHead, noHead } from './chain-queries.ts';
import { eventColumns, hexHash } from './event-columns.ts';
import { isBeingRemoved } from './removed-tenants.ts';
import type { RecordedEvent } from './schemas.ts';

type Found = RecordedEvent & { recordedIn: string; exactTime: string; isChained: boolean };
type Chained = ChainHead & { event: Found };

/**
 * Numbers and chains the next events of all tenants, and returns how many it looked at. A transaction
 * that commits late comes with a later round, since a round is a snapshot.
 */
export function sealEvents(tx: Tx, limit: number): Promise<number> {
  return handOnEvents(tx, 'audit_position', limit, async (position) => {
    const events = await findEvents(tx, position, limit);
    const fresh = events.filter((event) => !event.isChained);
    if (fresh.length > 0) await chain(tx, fresh);
    return { events: events.length, last: events.at(-1) };
  });
}

/**
 * Returns the next events of a round. Some are chained already after a dump was restored on another
 * server, where all events are looked at again.
 */
function findEvents(tx: Tx, position: Position, limit: number): Promise<Found[]> {
  return tx<Found[]>`
    with e as materialized (
      select * from events e where ${isInRound(tx, position)}
       order by recorded_in, event_uuid limit ${limit})
    select ${eventColumns(tx)}, e.recorded_in, e.occurred_at::text as exact_time,
           exists (select from audit_chain c
                    where c.tenant_uuid = e.tenant_uuid and c.event_uuid = e.event_uuid) as is_chained
      from e order by e.recorded_in, e.event_uuid`;
}

async function chain(tx: Tx, events: readonly Found[]): Promise<void> {
  const heads = await takeHeads(tx, new Set(events.map(({ tenantUuid }) => tenantUuid)));
  const chained: Chained[] = [];
  // Events that are chained together have their numbers by time.
  for (const event of events.toSorted(byTime)) {
    const { recordedIn: _, exactTime: __, isChained: ___, ...recorded } = event;
    const head = heads.get(event.tenantUuid);
    if (!head) continue;
    const sequence = head.sequence + 1;
    const link = { sequence, hash: nextHash(head.hash, { sequence, ...recorded }) };
    heads.set(event.tenantUuid, link);
    chained.push({ ...link, event });
  }
  await Promise.all([insertLinks(tx, chained), updateHeads(tx, heads)]);
}

const byTime = (one: Found, other: Found): number =>
  compare(one.occurredAt, other.occurredAt) ||
  compare(one.exactTime, other.exactTime) ||
  compare(one.eventId, other.eventId);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Returns the heads of tenants' chains. A tenant that is being removed for good has none: its row is
 * locked first, so that nothing of it is written behind its removal.
 */
async function takeHeads(
  tx: Tx,
  tenantUuids: ReadonlySet<string>,
): Promise<Map<string, ChainHead>> {
  const tenants = await tx<{ tenantUuid: string }[]>`
    select t.tenant_uuid from tenants t
     where t.tenant_uuid = any(${[...tenantUuids]})
       and not ${isBeingRemoved(tx, tx`t.tenant_uuid`)}
     order by t.tenant_uuid for key share of t`;
  const heads = await tx<(ChainHead & { tenantUuid: string })[]>`
    select h.tenant_uuid, h.sequence, ${hexHash(tx, 'h.hash')} as hash
      from audit_heads h where h.tenant_uuid = any(${[...tenantUuids]})`;
  const found = new Map(heads.map((head) => [head.tenantUuid, head]));
  return new Map(tenants.map(({ tenantUuid }) => [tenantUuid, found.get(tenantUuid) ?? noHead]));
}

async function insertLinks(tx: Tx, chained: readonly Chained[]): Promise<void> {
  await tx`
    insert into audit_chain (tenant_uuid, sequence, event_uuid, occurred_at, hash)
    select l.tenant_uuid, l.sequence, l.event_uuid, l.occurred_at, decode(l.hash, 'hex')
      from unnest(${chained.map(({ event }) => event.tenantUuid)}::uuid[],
                  ${chained.map(({ sequence }) => sequence)}::bigint[],
                  ${chained.map(({ event }) => event.eventId)}::uuid[],
                  ${chained.map(({ event }) => event.exactTime)}::timestamptz[],
                  ${chained.map(({ hash }) => hash)}::text[])
           as l (tenant_uuid, sequence, event_uuid, occurred_at, hash)`;
}

async function updateHeads(tx: Tx, heads: ReadonlyMap<string, ChainHead>): Promise<void> {
  const links = [...heads];
  await tx`
    insert into audit_heads (tenant_uuid, sequence, hash, sealed_at)
    select l.tenant_uuid, l.sequence, decode(l.hash, 'hex'), now()
      from unnest(${links.map(([tenantUuid]) => tenantUuid)}::uuid[],
                  ${links.map(([, { sequence }]) => sequence)}::bigint[],
                  ${links.map(([, { hash }]) => hash)}::text[]) as l (tenant_uuid, sequence, hash)
    on conflict (tenant_uuid) do update
      set sequence = excluded.sequence, hash = excluded.hash, sealed_at = excluded.sealed_at`;
}
