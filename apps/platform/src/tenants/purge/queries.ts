import { platformTenantUuid } from '../../database/platform-tenant.ts';
import type { Actor } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';

/** The progress of a tenant's removal, and what it removed so far. */
export type Purge = Actor & {
  removed: Record<string, number>;
  rowsRemoved: boolean;
  finishedAt: string | null;
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

/** Finds a tenant's removal and locks it, so that one process at a time goes on with it. */
export async function lockPurge(tx: Tx, purgedTenantUuid: string) {
  const [purge] = await tx<Purge[]>`
    select actor_type, actor_id, removed, rows_removed_at is not null as rows_removed,
           record_time(finished_at) as finished_at
      from tenant_purges
     where tenant_uuid = ${platformTenantUuid} and purged_tenant_uuid = ${purgedTenantUuid}
       for update`;
  return purge;
}

/** Keeps what was removed so far. */
export async function updatePurge(
  tx: Tx,
  purgedTenantUuid: string,
  { removed, step }: { removed: Record<string, number>; step: 'ROWS' | 'ALL' },
): Promise<string> {
  const [row] = await tx<[{ at: string }]>`
    update tenant_purges set removed = ${tx.json(removed)}, rows_removed_at = coalesce(rows_removed_at, now()),
           finished_at = case when ${step === 'ALL'} then now() end
     where tenant_uuid = ${platformTenantUuid} and purged_tenant_uuid = ${purgedTenantUuid}
    returning record_time(now()) as at`;
  return row.at;
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

/** Deletes every row that bears a tenant, in every table there is, and counts them by table. */
export async function deleteTenantRows(tx: Tx, tenantUuid: string) {
  await tx`set local statement_timeout = 0`;
  await tx`select 1 from tenants where tenant_uuid = ${tenantUuid} for update`;
  const removed: Record<string, number> = {};
  for (const table of childrenFirst(await listTenantTables(tx))) {
    const { count } = await tx`delete from ${tx(table)} where tenant_uuid = ${tenantUuid}`;
    if (count > 0) removed[camelCase(table)] = count;
  }
  return removed;
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase());

type Table = { name: string; parents: string[] };

/** Returns every table that bears a tenant, from the database's own catalogue, and what it refers to. */
function listTenantTables(tx: Tx) {
  return tx<Table[]>`
    select c.relname as name,
           array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
                  where f.contype = 'f' and f.conrelid = c.oid and p.oid <> c.oid) as parents
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'tenant_uuid'
     order by c.relname`;
}

/** Orders tables so that each comes before those it refers to. */
function childrenFirst(tables: readonly Table[]): string[] {
  const ordered: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some((each) => each.parents.includes(name)));
    if (free.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${left.map((each) => each.name)}`);
    ordered.push(...free.map((table) => table.name));
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}
