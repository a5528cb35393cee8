import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { nobody } from '../outbox/position.ts';
import { type ChainHead, noHead } from './chain-queries.ts';
import { hexHash } from './event-columns.ts';
import { isBeingRemoved } from './removed-tenants.ts';
import { tenantsIn } from './tenants-in.ts';

/** The place of an event in the order of time. */
export type TimePlace = { occurredAt: string; eventUuid: string };
/** Says how far a check is: in the chain, and then among the events. */
export type Progress = ChainHead & TimePlace;
export type Fault = { sequence: number; fault: string };
export type Trail = { tenantUuid: string; isKnown: boolean };

/** Holds what a check of a tenant's trail begins with. */
export type State = {
  head: ChainHead;
  /** The head that the last good check found. */
  checked: ChainHead | undefined;
  /** True when the whole trail is to be gone through. */
  isWhole: boolean;
  from: Progress;
};

const beginning: Progress = { ...noHead, occurredAt: '-infinity', eventUuid: nobody };

/**
 * Lists all that has a trail: each tenant with events, a head or a check, but for those that are being
 * removed for good by the platform's own record. A tenant that is gone while anything of its trail is
 * there is not known.
 */
export function listTrails(tx: Tx): Promise<Trail[]> {
  return tx<Trail[]>`
    select k.tenant_uuid,
           exists (select from tenants t where t.tenant_uuid = k.tenant_uuid) as is_known
      from (select tenant_uuid from tenants
             where exists (${eventsOf(tx, tx`tenants.tenant_uuid`)})
            union ${tenantsIn(tx, 'audit_chain')}
            union ${tenantsIn(tx, 'audit_checks')}
            union select tenant_uuid from audit_heads) k
     where not ${isBeingRemoved(tx, tx`k.tenant_uuid`)}
     order by k.tenant_uuid`;
}

const eventsOf = (tx: Tx, tenantUuid: Fragment) =>
  tx`select from events e where e.tenant_uuid = ${tenantUuid}`;

/**
 * Returns where the check of a tenant's trail begins: at the head that the last good check found, or once
 * a week, and after a check that found a fault, with the whole, from where that was left.
 */
export async function readState(tx: Tx, tenantUuid: string): Promise<State> {
  const [head] = await tx<ChainHead[]>`
    select h.sequence, ${hexHash(tx, 'h.hash')} as hash
      from audit_heads h where h.tenant_uuid = ${tenantUuid}`;
  const [checked] = await tx<(ChainHead & { since: string })[]>`
    select k.sequence, ${hexHash(tx, 'k.hash')} as hash, (k.checked_at - interval '1 day')::text as since
      from audit_checks k where k.tenant_uuid = ${tenantUuid} and k.broken_at is null
     order by k.checked_at desc limit 1`;
  const [{ isWhole }] = await tx<[{ isWhole: boolean }]>`
    select coalesce((select k.broken_at is not null from audit_checks k
                      where k.tenant_uuid = ${tenantUuid} order by k.checked_at desc limit 1), true)
           or not exists (select from audit_checks k
                           where k.tenant_uuid = ${tenantUuid} and k.is_whole
                             and k.checked_at > now() - interval '7 days') as is_whole`;
  const [walked] = await tx<Progress[]>`
    select w.sequence, ${hexHash(tx, 'w.hash')} as hash, w.occurred_at::text, w.event_uuid
      from audit_walks w where w.tenant_uuid = ${tenantUuid}`;
  const last = checked && { ...checked, occurredAt: checked.since, eventUuid: nobody };
  return {
    head: head ?? noHead,
    checked,
    isWhole,
    from: (isWhole ? walked : last) ?? beginning,
  };
}

/** Keeps how far the check of a whole trail is. */
export async function keepWalk(tx: Tx, tenantUuid: string, walked: Progress): Promise<void> {
  const { sequence, hash, occurredAt, eventUuid } = walked;
  await tx`
    insert into audit_walks (tenant_uuid, sequence, hash, occurred_at, event_uuid)
    values (${tenantUuid}, ${sequence}, decode(${hash}, 'hex'), ${occurredAt}, ${eventUuid})
    on conflict (tenant_uuid) do update
      set sequence = excluded.sequence, hash = excluded.hash, occurred_at = excluded.occurred_at,
          event_uuid = excluded.event_uuid`;
}

type Looked = TimePlace & { isUnchained: boolean };

/** Returns the next events in time, and whether one is not chained though events of its time were passed. */
export function listEvents(tx: Tx, tenantUuid: string, after: TimePlace, limit: number) {
  return tx<Looked[]>`
    with e as materialized (
      select occurred_at, event_uuid, recorded_in from events
       where tenant_uuid = ${tenantUuid}
         and (occurred_at, event_uuid) > (${after.occurredAt}::timestamptz, ${after.eventUuid}::uuid)
       order by occurred_at, event_uuid limit ${limit})
    select e.occurred_at::text, e.event_uuid,
           pg_visible_in_snapshot(e.recorded_in, p.delivered) and c.event_uuid is null as is_unchained
      from e cross join audit_position p
      left join audit_chain c on c.tenant_uuid = ${tenantUuid} and c.event_uuid = e.event_uuid
     order by e.occurred_at, e.event_uuid`;
}

type Checked = { head: ChainHead; isWhole: boolean; fault: Fault | undefined };

/** Keeps what a check came to. The next check of the whole begins anew. */
export async function insertCheck(
  tx: Tx,
  tenantUuid: string,
  { head: { sequence, hash }, isWhole, fault }: Checked,
): Promise<void> {
  await tx`
    insert into audit_checks (tenant_uuid, checked_at, sequence, hash, broken_at, is_whole)
    values (${tenantUuid}, clock_timestamp(), ${sequence}, decode(${hash}, 'hex'),
            ${fault?.sequence ?? null}, ${isWhole})`;
  if (isWhole) await tx`delete from audit_walks where tenant_uuid = ${tenantUuid}`;
}
