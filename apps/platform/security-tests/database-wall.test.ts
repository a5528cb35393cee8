import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '@atrium/kit/sql.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { system } from '../src/database/principal.ts';
import type { Tx } from '../src/database/transaction.ts';
import { world } from '../test-support/world.ts';
import { fingerprint, tenantTables, untilAtRest } from './fingerprint.ts';
import { openTenantFixture } from './tenant-fixture.ts';

/**
 * The wall alone, as somebody meets it who can make the application run a statement of theirs in
 * a tenant's transaction: no route, no check of ours, only PostgreSQL.
 */
const w = await world({}, { own: true });
const [mine, theirs] = [await openTenantFixture(w), await openTenantFixture(w)];
const tables = await tenantTables(w.db);

beforeAll(async () => {
  for (const tenant of [mine, theirs]) {
    await tenant.value('householdUuid');
    await tenant.value('organisationUuid');
    await tenant.value('importUuid');
    await tenant.admin.post(`/api/tenants/${tenant.tenantUuid}/domains`, {
      domain: `${tenant.marker.toLowerCase()}.example.com`,
      active: true,
    });
  }
});

/** Runs a statement in my tenant and takes it back; what it did is in the answer. */
async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let done: { answer: T } | undefined;
  const running = w.db.asTenant(mine.tenantUuid, system, async (tx) => {
    done = { answer: await work(tx) };
    throw new Error('taken back');
  });
  await running.catch((error) => {
    if (!done) throw error;
  });
  if (!done) throw new Error('Nothing was done');
  return done.answer;
}

const names = tables.map((table) => [table] as const);

describe('with a tenant named', () => {
  test.each(names)('%s shows, changes and deletes nothing of another', async (table) => {
    const [{ foreign, all } = { foreign: -1, all: -1 }] = await attempt(
      (tx) =>
        tx`select count(*)::int as all, count(*) filter (where tenant_uuid <> ${mine.tenantUuid})::int as foreign from ${tx(table)}`,
    );
    expect([foreign, all >= 0]).toEqual([0, true]);
    const untouched = async (statement: (tx: Tx) => PromiseLike<{ count: number }>) =>
      (await attempt(async (tx) => statement(tx))).count;
    const { tenantUuid } = theirs;
    expect(
      await untouched((tx) => tx`delete from ${tx(table)} where tenant_uuid = ${tenantUuid}`),
    ).toBe(0);
    expect(
      await untouched(
        (tx) =>
          tx`update ${tx(table)} set tenant_uuid = tenant_uuid where tenant_uuid = ${tenantUuid}`,
      ),
    ).toBe(0);
    const locked = await attempt(
      async (tx) =>
        (await tx`select 1 from ${tx(table)} where tenant_uuid = ${tenantUuid} for update`).count,
    );
    expect(locked).toBe(0);
  });

  test.each(names)('%s takes no row for another, new or moved', async (table) => {
    const { tenantUuid } = theirs;
    // A copy of a row of mine under their name: whole, so that only the wall can object.
    const copy = attempt(async (tx) => {
      const columns = await writableColumns(tx, table);
      const values = columns.map((column) =>
        column === 'tenant_uuid' ? `'${tenantUuid}'` : `"${column}"`,
      );
      const list = columns.map((column) => `"${column}"`).join();
      const { count } = await tx.unsafe(
        `insert into "${table}" (${list}) select ${values.join()} from "${table}" limit 1`,
      );
      if (count === 0) throw new Error('no row of mine: new row violates row-level security');
      return count;
    });
    await expect(copy).rejects.toThrow(/row-level security/);
    const moved = attempt(async (tx) => {
      const { count } = await tx`update ${tx(table)} set tenant_uuid = ${tenantUuid}`;
      if (count === 0) throw new Error('no row of mine: new row violates row-level security');
      return count;
    });
    await expect(moved).rejects.toThrow(/row-level security/);
    await expect(attempt(async (tx) => tx`truncate ${tx(table)}`)).rejects.toThrow(
      /permission denied/,
    );
  });

  test('statistics of what the tables hold are hidden as well', async () => {
    await w.sql.unsafe('analyze');
    const seen = await attempt(
      async (tx) =>
        tx`select tablename from pg_stats where schemaname = 'public' and tablename = any(${tables})`,
    );
    expect(seen.length).toBe(0);
    await expect(attempt(async (tx) => tx`select * from pg_statistic limit 1`)).rejects.toThrow(
      /permission denied/,
    );
  });

  test('the functions that look past the policy see the one tenant of the transaction', async () => {
    const marker = theirs.marker.toLowerCase();
    const searched = [
      (tx: Tx) => tx`select * from contacts_like(${`%${marker}%`})`,
      (tx: Tx) => tx`select * from households_like(${`%${marker}%`})`,
      (tx: Tx) => tx`select * from notes_like(${`%${marker}%`})`,
      (tx: Tx) =>
        tx`select * from personal_busy(${theirs.admin.identity['x-user-id'] ?? ''}, '-infinity', 'infinity')`,
    ];
    for (const search of searched) {
      expect((await attempt(async (tx) => search(tx))).length).toBe(0);
      const own = w.db.asTenant(theirs.tenantUuid, system, async (tx) => (await search(tx)).length);
      expect(await own).toBeGreaterThanOrEqual(0);
      await expect(asNobody(search)).rejects.toThrow(refused);
    }
    const found = await w.db.asTenant(
      theirs.tenantUuid,
      system,
      (tx) => tx`select * from contacts_like(${`%${marker}%`})`,
    );
    expect(found.length).toBeGreaterThan(0);
  });

  test('there are no other such functions', async () => {
    const rows = await w.sql<{ name: string }[]>`
      select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`;
    // Entering and the branch of a session answer no rows.
    expect(rows.map((row) => row.name)).toEqual([
      'check_branch',
      'contacts_like',
      'enter_tenant',
      'households_like',
      'notes_like',
      'personal_busy',
    ]);
  });

  test('entering another tenant as somebody who belongs elsewhere fails', async () => {
    const [me, them] = [mine.admin, theirs.admin].map(
      ({ identity }) => identity['x-user-id'] ?? '',
    );
    const enter = (tenant: string, home: string, user: string | undefined) =>
      attempt(
        async (tx) => tx`select enter_tenant(${tenant}, ${home}, ${user ?? ''}, ${randomUUID()})`,
      );
    await expect(enter(theirs.tenantUuid, theirs.tenantUuid, me)).rejects.toThrow(
      'The session has ended',
    );
    await expect(enter(theirs.tenantUuid, mine.tenantUuid, them)).rejects.toThrow(
      'The session has ended',
    );
    await expect(enter(theirs.tenantUuid, mine.tenantUuid, me)).rejects.toThrow(
      'The session has ended',
    );
  });
});

describe('without a tenant named', () => {
  test.each(names)('%s answers no statement', async (table) => {
    await expect(asRole((sql) => sql`select * from ${sql(table)}`)).rejects.toThrow(refused);
    await expect(asRole((sql) => sql`delete from ${sql(table)}`)).rejects.toThrow(refused);
    const move = asRole((sql) => sql`update ${sql(table)} set tenant_uuid = ${mine.tenantUuid}`);
    await expect(move).rejects.toThrow(refused);
  });

  test.each(names)(
    '%s answers no statement on a connection that others have used before',
    async (table) => {
      await expect(asNobody((tx) => tx`select 1 from ${tx(table)}`)).rejects.toThrow(refused);
      await expect(asNobody((tx) => tx`delete from ${tx(table)}`)).rejects.toThrow(refused);
      const move = asNobody((tx) => tx`update ${tx(table)} set tenant_uuid = ${mine.tenantUuid}`);
      await expect(move).rejects.toThrow(refused);
    },
  );

  test('the login that owns the tables sees none of them either', async () => {
    for (const table of tables)
      await expect(w.sql`select * from ${w.sql(table)}`, table).rejects.toThrow(refused);
  });
});

describe('the shape of the tables', () => {
  test('every reference to a tenant’s record says the tenant on both sides', async () => {
    const rows = await w.sql<{ name: string }[]>`
      select k.conname as name from pg_constraint k
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace
         and not (
           exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname = 'tenant_uuid')
           and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attnum = any(k.confkey) and a.attname = 'tenant_uuid'))`;
    expect(rows.map((row) => row.name)).toEqual([]);
  });

  test('nothing is unique over all tenants but what must be', async () => {
    const rows = await w.sql<{ name: string }[]>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indisunique and c.relnamespace = 'public'::regnamespace
         and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname = 'tenant_uuid')
         and exists (select from pg_attribute a where a.attrelid = c.oid and a.atttypid not in ('uuid'::regtype, 'bytea'::regtype))
       order by 1`;
    // Beside hashes and identifiers, which nobody can guess: sign-in names, codes and domains, by
    // contract, and the ids of a calendar's push channels and of credentials, which the platform makes up.
    const known = [
      'calendar_channels_by_id',
      'credentials_by_client_id',
      'login_emails_taken',
      'schema_migrations_pkey',
      'sso_domains_taken',
      'tenant_domains_taken',
      'tenants_code_taken',
    ];
    expect(rows.map((row) => row.name).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('no view or foreign table goes around the wall', async () => {
    const rows = await w.sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')`;
    expect(rows.length).toBe(0);
  });

  test('a job’s data holds identifiers and fixed words, for that table has no wall', async () => {
    await mine.admin.post(`/api/contacts/${await mine.value('contactUuid')}/credentials/init`, {});
    const rows = await w.db.asPlatform(
      (tx) => tx<{ text: string }[]>`select data::text as text from pgboss.job`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const text = rows
      .map((row) => row.text)
      .join()
      .toLowerCase();
    expect(text).not.toContain(mine.marker.toLowerCase());
    expect(text).not.toContain('@');
  });
});

describe('what the wall does not hold', () => {
  /*
   * The login may become either role and name any tenant: that is how the application works. So
   * whoever can run statements of their own choosing is past the wall, and what stands before
   * that is that no statement's text ever holds what a caller wrote.
   */
  test('a statement of one’s own choosing could name another tenant', async () => {
    const rows = await attempt(async (tx) => {
      await tx`select set_config('atrium.tenant', ${theirs.tenantUuid}, true)`;
      return tx`select tenant_uuid from staff_members limit 1`;
    });
    expect(rows[0]?.tenantUuid).toBe(theirs.tenantUuid);
  });

  test('but one statement is all that a query can carry', async () => {
    const text = `x'; set role atrium_platform; select '1`;
    const [row] = await attempt(
      async (tx) => tx`select ${text} as text, current_user::text as role`,
    );
    expect(row).toEqual({ text, role: 'atrium_tenant' });
    const two = attempt(async (tx) => tx`select 1; select 2`);
    await expect(two).rejects.toThrow(/multiple commands/);
  });

  test('and a transaction’s role and tenant end with it, whatever was set in between', async () => {
    await attempt(async (tx) => tx`select set_config('atrium.tenant', ${theirs.tenantUuid}, true)`);
    const rows = await Promise.all(
      Array.from({ length: 16 }, () =>
        w.db.asTenant(mine.tenantUuid, system, (tx) => tx`select tenant_uuid from staff_members`),
      ),
    );
    expect(new Set(rows.flat().map((row) => row.tenantUuid))).toEqual(new Set([mine.tenantUuid]));
  });

  test('and text becomes SQL in the places named here and in no other', () => {
    const root = join(import.meta.dirname, '../src');
    const places = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$/.test(file))
      .filter((file) => /\b(unsafe|command)\(/.test(readFileSync(join(root, file), 'utf8')));
    // The fields of records and lists, which are constants, and numbers of a page; what opens and ends transactions; a migration's
    // file; the job queue's grants and its own statements; the columns that the catalogue says are texts; where a mail was
    // the last one.
    expect(places.sort()).toEqual([
      'background/jobs.ts',
      'background/put-texts-right.ts',
      'contacts/queries.ts',
      'contacts/readiness/readiness-list.ts',
      'contacts/waiting-contacts.ts',
      'database/migrate.ts',
      'database/pool.ts',
      'database/transaction.ts',
      'households/queries.ts',
      'lists/fetch-page.ts',
      'lists/filter-values.ts',
      'lists/filter.ts',
      'lists/sort.ts',
      'meetings/meeting-columns.ts',
      'meetings/waiting-meetings.ts',
    ]);
  });
});

test('all of this left the other tenant as it was', async () => {
  await untilAtRest(w.db, theirs.tenantUuid);
  const before = await fingerprint(w.db, theirs.tenantUuid);
  await attempt(async (tx) => tx`update tenants set name = 'mine now'`);
  expect(await fingerprint(w.db, theirs.tenantUuid)).toEqual(before);
});

async function writableColumns(tx: Tx, table: string): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`;
  return rows.map((row) => row.name);
}

/** Runs work as the role of a tenant's transactions, on a connection that has entered no tenant. */
function asRole<T>(work: (sql: Sql) => PromiseLike<T>) {
  return w.sql.begin(async (sql) => {
    await sql`set local role atrium_tenant`;
    return work(sql as unknown as Sql);
  });
}

const refused = /atrium.tenant|invalid input syntax for type uuid/;

/** Runs work on a connection as transactions have them, before one has entered a tenant. */
function asNobody<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return w.db.asPlatform(async (tx) => {
    await tx`select set_config('role', 'atrium_tenant', true)`;
    return work(tx);
  });
}
