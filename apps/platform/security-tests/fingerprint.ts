import { vi } from 'vitest';
import type { Db } from '../src/database/db.ts';

/**
 * The state of the database, one text for each table, of one tenant or of all: how many rows there
 * are and which versions of them, told by PostgreSQL's own row versions. Equal before and after
 * means that nothing was written. Jobs and sessions are only counted: workers touch the ones at any
 * time, and the use of the others is noted.
 */
export async function fingerprint(db: Db, tenantUuid?: string): Promise<Record<string, string>> {
  const tables = await tenantTables(db);
  const rows = await db.asPlatform((tx) => {
    const parts = tables.map((table) => {
      const versions =
        table === 'sessions'
          ? tx`count(*) filter (where revoked_at is null)`
          : tx`coalesce(sum(hashtextextended(concat(ctid, xmin), 0)), 0)`;
      const where = tenantUuid ? tx`where tenant_uuid = ${tenantUuid}` : tx``;
      return tx`select ${table}::text as name, concat(count(*), ' ', ${versions}) as state from ${tx(table)} ${where}`;
    });
    const jobs = tx`select 'pgboss.job' as name, count(*)::text as state from pgboss.job ${tenantUuid ? tx`where data ->> 'tenantUuid' = ${tenantUuid}` : tx``}`;
    const all = parts.reduce((sum, part) => tx`${sum} union all ${part}`, jobs);
    return tx<{ name: string; state: string }[]>`${all}`;
  });
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/**
 * Returns the newest transaction that wrote something and has ended. As long as it is the same one, nothing was
 * written by whatever began and ended meanwhile, so no fingerprint has to be taken again.
 */
export async function newestWrite(db: Db): Promise<string> {
  const [row] = await db.asPlatform(
    (tx) => tx<[{ xid: string }]>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`,
  );
  return row.xid;
}

/** Waits until no job of a tenant is under way or due, so that what is written is not a worker's. */
export async function untilAtRest(db: Db, tenantUuid: string): Promise<void> {
  const due = () =>
    db.asPlatform(
      (tx) => tx<{ name: string }[]>`
        select name from pgboss.job
         where data ->> 'tenantUuid' = ${tenantUuid} and start_after <= now()
           and state in ('created', 'retry', 'active')
        union all
        select 'duplicate groups' from duplicate_changes where tenant_uuid = ${tenantUuid}`,
    );
  await vi.waitUntil(async () => (await due()).length === 0, { timeout: 60_000, interval: 100 });
}

const known = new WeakMap<Db, Promise<string[]>>();

/** The tables behind the wall. */
export function tenantTables(db: Db): Promise<string[]> {
  const found = known.get(db) ?? readTables(db);
  known.set(db, found);
  return found;
}

async function readTables(db: Db): Promise<string[]> {
  const rows = await db.asPlatform(
    (tx) => tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_uuid'
     order by c.relname`,
  );
  return rows.map((row) => row.name);
}
