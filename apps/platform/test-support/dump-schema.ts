import type { Sql } from '@atrium/kit/sql.ts';

/**
 * The schema that the migrations lead to, as text a reviewer can read and compare: tables with
 * columns, constraints and policies, then indexes, triggers and functions. From the catalogue, in
 * a fixed order.
 */
export async function dumpSchema(sql: Sql): Promise<string> {
  const [tables, indexes, triggers, functions] = await Promise.all([
    readTables(sql),
    readIndexes(sql),
    readTriggers(sql),
    readFunctions(sql),
  ]);
  const heading = '-- What the migrations lead to. Made by `npm run gen`; do not edit.';
  return `${[heading, ...tables, ...indexes, ...triggers, ...functions].join('\n\n')}\n`;
}

async function readTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; lines: string[]; policies: string[] | null }[]>`
    select c.relname as name,
      array(
        select a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
               || case when a.attnotnull then ' not null' else '' end
               || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                       when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
          from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum
      ) || array(
        select 'constraint ' || conname || ' ' || pg_get_constraintdef(k.oid) from pg_constraint k
         where k.conrelid = c.oid and k.contype <> 'n' order by contype desc, conname
      ) as lines,
      array(
        select format('policy %s to %s using (%s) with check (%s)', polname,
                 (select string_agg(r.rolname, ', ' order by r.rolname) from pg_roles r where r.oid = any(p.polroles)),
                 pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
          from pg_policy p where p.polrelid = c.oid order by polname
      ) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;
  return rows.map(({ name, lines, policies }) =>
    [`table ${name} (\n  ${lines.join(',\n  ')}\n)`, ...(policies ?? [])].join('\n  '),
  );
}

async function readIndexes(sql: Sql): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not i.indisprimary
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('u', 'x'))
     order by c.relname`;
  return [rows.map((row) => row.text).join('\n')];
}

async function readTriggers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select pg_get_triggerdef(t.oid) as text from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by c.relname, t.tgname`;
  return [rows.map((row) => row.text).join('\n')];
}

async function readFunctions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select pg_get_functiondef(p.oid) as text from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by p.proname, p.oid::regprocedure::text`;
  return rows.map((row) => row.text.trim());
}
