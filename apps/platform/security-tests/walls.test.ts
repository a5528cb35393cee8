import { randomUUID } from 'node:crypto';
import { createVerifier } from '@atrium/kit/auth/verifier.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import { kitProblems } from '@atrium/kit/problem.ts';
import { createServer } from '@atrium/kit/server.ts';
import type { Sql } from '@atrium/kit/sql.ts';
import { describe, expect, test } from 'vitest';
import { system } from '../src/database/principal.ts';
import type { Tx } from '../src/database/transaction.ts';
import { world } from '../test-support/world.ts';

const w = await world({}, { own: true });

// The tables that the platform keeps about itself, with no tenant in them.
const withoutTenant = ['schema_migrations'];

const tablesWithoutWall = (sql: Sql) => sql<{ name: string }[]>`
  select c.relname as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and c.relname <> all(${withoutTenant})
     and (not c.relrowsecurity or not c.relforcerowsecurity
       or not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant')
       or not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_uuid' and a.attnotnull))`;

describe('the tenant wall', () => {
  test('stands around every table', async () => {
    expect(await w.sql.begin((sql) => tablesWithoutWall(sql as unknown as Sql))).toEqual([]);
  });

  test('is missed when a new table comes without it', async () => {
    const rolledBack = w.sql.begin(async (sql) => {
      await sql`create table forgotten (tenant_uuid uuid not null, secret text)`;
      const found = await tablesWithoutWall(sql as unknown as Sql);
      throw new Error(found.map((table) => table.name).join());
    });
    await expect(rolledBack).rejects.toThrow('forgotten');
  });

  test('leads every primary key with the tenant', async () => {
    const misplaced = await w.sql`
      select c.relname as name, a.attname as leads
        from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where i.indisprimary and c.relnamespace = 'public'::regnamespace
         and a.attname <> 'tenant_uuid' and c.relname <> all(${[...withoutTenant, 'login_emails']})`;
    expect(misplaced.filter((each) => each.name !== 'tenants')).toEqual([]);
  });

  test('refuses every statement while no tenant is set', async () => {
    await w.tenant();
    const tables = await tenantTables();
    expect(tables.length).toBeGreaterThan(5);
    for (const table of tables) {
      await expect(
        asTenantRole(
          (sql) => sql`insert into ${sql(table)} (tenant_uuid) values (${randomUUID()})`,
        ),
        table,
      ).rejects.toThrow();
      const rows = asTenantRole(
        (sql) => sql`select * from ${sql(table)} where tenant_uuid = ${randomUUID()}`,
      );
      await expect(rows, table).rejects.toThrow(/atrium.tenant|invalid input syntax for type uuid/);
    }
    await expect(w.sql`select * from tenants`).rejects.toThrow(
      /atrium.tenant|invalid input syntax/,
    );
  });

  test('shows one tenant nothing of another, in any table, read or written', async () => {
    const [mine, theirs] = [await w.tenant(), await w.tenant()];
    await Promise.all([mine.staff(), theirs.staff()]);
    for (const table of await tenantTables()) {
      const foreign = (tx: Tx) =>
        tx`select count(*)::int as count from ${tx(table)} where tenant_uuid <> ${mine.tenantUuid}`;
      const [row] = await w.db.asTenant(mine.tenantUuid, system, foreign);
      expect(row?.count, table).toBe(0);
      const touched = await w.db.asTenant(
        mine.tenantUuid,
        system,
        (tx) => tx`delete from ${tx(table)} where tenant_uuid = ${theirs.tenantUuid}`,
      );
      expect(touched.count, table).toBe(0);
    }
    const intrusion = w.db.asTenant(
      mine.tenantUuid,
      system,
      (tx) =>
        tx`insert into partners (tenant_uuid, partner_uuid, name) values (${theirs.tenantUuid}, ${randomUUID()}, 'x')`,
    );
    await expect(intrusion).rejects.toThrow(/row-level security/);
  });

  test('takes nothing of a statement that leaves together with an entering that is refused', async () => {
    const { tenantUuid } = await w.tenant();
    const stranger = {
      ...system,
      tenantUuid,
      homeTenantUuid: tenantUuid,
      userUuid: randomUUID(),
      sessionUuid: null,
    };
    const written = w.db.inTenant(
      stranger,
      (tx) =>
        tx`insert into value_lists (tenant_uuid, list, entries) values (${tenantUuid}, 'x', '[]')`,
    );
    await expect(written).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    const lists = await w.db.asTenant(tenantUuid, system, (tx) => tx`select from value_lists`);
    expect(lists).toHaveLength(0);
  });

  test('leaves the roles that work no way around it', async () => {
    const roles = await w.sql`
      select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname in ('atrium_tenant', 'atrium_platform')`;
    expect(roles.length).toBe(2);
    for (const role of roles)
      expect([role.rolsuper, role.rolbypassrls, role.rolcanlogin]).toEqual([false, false, false]);
    await expect(
      asTenantRole((sql) => sql`alter table tenants disable row level security`),
    ).rejects.toThrow(/owner/);
  });
});

describe('a transaction', () => {
  test('that has ended takes no more queries', async () => {
    const { tenantUuid } = await w.tenant();
    const leaked = await w.db.asTenant(tenantUuid, system, async (tx) => [tx]);
    for (const tx of leaked) await expect(tx`select 1`).rejects.toThrow(/ended/);
  });

  test('that fails halfway leaves nothing', async () => {
    const { tenantUuid } = await w.tenant();
    const failing = w.db.asTenant(tenantUuid, system, async (tx) => {
      await tx`insert into partners (tenant_uuid, partner_uuid, name) values (${tenantUuid}, ${randomUUID()}, 'half')`;
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    const rows = await w.db.asTenant(tenantUuid, system, (tx) => tx`select * from partners`);
    expect(rows.length).toBe(0);
  });
});

test('a route that declares neither roles nor public stops the boot', async () => {
  const app = await createServer({
    logger: createLogger('test', 'silent'),
    verifier: createVerifier([]),
    catalogue: kitProblems,
    publicUrl: 'https://atrium.example',
    checks: {},
    openapi: { title: 'x', version: '1', description: '' },
    rateLimits: { enabled: false, perUserPerMinute: 1 },
  });
  expect(() => app.get('/api/open', async () => 'everything')).toThrow(/neither roles nor public/);
  await app.close();
});

async function tenantTables(): Promise<string[]> {
  const rows = await w.sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'tenant_uuid'`;
  return rows.map((row) => row.name);
}

/** Runs work as the role of a tenant's transactions, with no tenant named. */
function asTenantRole<T>(work: (sql: Sql) => PromiseLike<T>) {
  return w.sql.begin(async (sql) => {
    await sql`set local role atrium_tenant`;
    return work(sql as unknown as Sql);
  });
}
