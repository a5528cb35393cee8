import { randomUUID } from 'node:crypto';
import type { Sql } from '@atrium/kit/sql.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { fillFirm, scale } from './scale-data.ts';

/** The amount of data: so many firms (for a short run MANY_TENANTS=100) of so much each. */
export const many = {
  tenants: Number(process.env.MANY_TENANTS ?? 10_000),
  contacts: 500,
  meetings: 200,
};

const batch = 50;
/** The tables of what people work with. */
const filled = [
  ...['staff_members', 'households', 'household_accounts', 'contacts', 'household_members'],
  ...['organisations', 'meetings', 'meeting_participants', 'notes', 'tasks'],
];

/**
 * Fills a database with firms, by SQL as the superuser: one firm is filled, and all its rows are copied for each of
 * the others under identifiers of their own. No trigger runs and no event is recorded. Returns the firms.
 */
export async function fillManyFirms(connection: object, firstUuid: string): Promise<string[]> {
  const sql = openSql(connection);
  await fillFirm(sql, firstUuid, many.contacts / scale.contacts);
  await sql`
    delete from meetings where tenant_uuid = ${firstUuid} and meeting_uuid not in (
      select meeting_uuid from meetings where tenant_uuid = ${firstUuid} limit ${many.meetings})`;
  const uuids = Array.from({ length: many.tenants - 1 }, () => randomUUID());
  await sql`
    insert into tenants (tenant_uuid, name, code)
    select uuid, 'Firm ' || n, 'F' || n from unnest(${uuids}::uuid[]) with ordinality as each (uuid, n)`;
  const copies = await copiesOf(sql);
  // Made anew from all rows an index takes a fraction of what each row alone would.
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any(${filled}::regclass[]) and not i.indisunique
       and not exists (select from pg_constraint where conindid = i.indexrelid)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  const batches = Array.from({ length: Math.ceil(uuids.length / batch) }, (_, n) =>
    uuids.slice(n * batch, (n + 1) * batch),
  );
  // Two at a time: one core each.
  await Promise.all(
    [0, 1].map(async () => {
      const own = openSql(connection);
      await own`set session_replication_role = replica`;
      await own`set synchronous_commit = off`;
      for (let firms = batches.pop(); firms; firms = batches.pop())
        for (const copy of copies) await own.unsafe(copy, [firms, firstUuid]);
      await own.end();
    }),
  );
  await sql`set maintenance_work_mem = '1GB'`;
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql.end();
  return [firstUuid, ...uuids];
}

/** Returns a statement for each table: it copies the rows of the firm $2 for the firms $1. */
async function copiesOf(sql: Sql): Promise<string[]> {
  const columns = await sql<{ table: string; name: string; type: string }[]>`
    select table_name as table, column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = any(${filled})
       and is_generated = 'NEVER' and is_identity = 'NO'`;
  return [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
    const names = own.map(({ name }) => `"${name}"`).join(', ');
    const values = own.map(({ name, type }) => copied(`r."${name}"`, type)).join(', ');
    return `insert into "${table}" (${names}) select ${values}
              from unnest($1::uuid[]) firm, "${table}" r where r.tenant_uuid = $2`;
  });
}

/** Returns a column of a copy: what identifies the firm is the other firm's, what identifies a record is another. */
function copied(column: string, type: string): string {
  const another = (one: string) =>
    `case ${one} when $2 then firm else md5(firm::text || ${one}::text)::uuid end`;
  if (type === 'uuid') return another(column);
  if (type === '_uuid')
    return `array(select ${another('each')} from unnest(${column}) with ordinality as e (each, n) order by n)`;
  return column;
}
