import { platformTenantUuid } from '../../database/platform-tenant.ts';
import type { Actor } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import type { PurgeProgress } from '../schemas.ts';

/** The progress of a tenant's removal, and what it removed so far. */
export type Purge = Actor & {
  removed: Record<string, number>;
  rowsRemoved: boolean;
  finishedAt: string | null;
  ageMs: number;
};

type Closed = { wasOpen: boolean };

/** Remembers that a tenant, if there is one, is being removed; what began before stays as it is. */
export async function insertPurge(tx: Tx, purgedTenantUuid: string): Promise<void> {
  const { actorType, actorId } = tx.actor;
  await tx`
    insert into tenant_purges (tenant_uuid, purged_tenant_uuid, actor_type, actor_id)
    select ${platformTenantUuid}, tenant_uuid, ${actorType}, ${actorId}::uuid
      from tenants where tenant_uuid = ${purgedTenantUuid}
    on conflict do nothing`;
}

const isOf = (tx: Tx, purgedTenantUuid: string) =>
  tx`tenant_uuid = ${platformTenantUuid} and purged_tenant_uuid = ${purgedTenantUuid}`;

const columns = (tx: Tx) => tx`
  actor_type, actor_id, removed, rows_removed_at is not null as rows_removed,
  record_time(finished_at) as finished_at,
  (extract(epoch from now() - started_at) * 1000)::float8 as age_ms`;

export async function findPurge(tx: Tx, purgedTenantUuid: string) {
  const [purge] = await tx<Purge[]>`
    select ${columns(tx)} from tenant_purges where ${isOf(tx, purgedTenantUuid)}`;
  return purge;
}

/** Finds how far a removal is, for 30 days after its end. */
export async function findPurgeProgress(tx: Tx, purgedTenantUuid: string) {
  const [progress] = await tx<PurgeProgress[]>`
    select case when finished_at is null then 'RUNNING' else 'DONE' end as status, removed
      from tenant_purges
     where ${isOf(tx, purgedTenantUuid)} and coalesce(finished_at > now() - interval '30 days', true)`;
  return progress;
}

/** Marks a tenant as deleted, and waits for whoever is at work in it; false when there is none. */
export async function closeTenant(tx: Tx, tenantUuid: string): Promise<Closed | undefined> {
  const [closed] = await tx<{ wasOpen: boolean }[]>`
    with before as (
      select deleted_at from tenants where tenant_uuid = ${tenantUuid} for update)
    update tenants set deleted_at = coalesce(before.deleted_at, now())
      from before where tenant_uuid = ${tenantUuid}
    returning before.deleted_at is null as was_open`;
  return closed;
}

/** Adds what a batch removed to what is told of a removal. */
export async function countRemoved(
  tx: Tx,
  purgedTenantUuid: string,
  removed: Record<string, number>,
): Promise<void> {
  await tx`
    update tenant_purges
       set removed = removed || coalesce((
             select jsonb_object_agg(key, value::bigint + coalesce((removed ->> key)::bigint, 0))
               from jsonb_each_text(${tx.json(removed)}::jsonb)), '{}')
     where ${isOf(tx, purgedTenantUuid)}`;
}

/** Notes that a step of a removal is done, and answers when. */
export async function endPurgeStep(
  tx: Tx,
  purgedTenantUuid: string,
  step: 'ROWS' | 'ALL',
): Promise<string> {
  const [row] = await tx<[{ at: string }]>`
    update tenant_purges
       set rows_removed_at = coalesce(rows_removed_at, now()),
           finished_at = case when ${step === 'ALL'} then now() end
     where ${isOf(tx, purgedTenantUuid)}
    returning record_time(now()) as at`;
  return row.at;
}
