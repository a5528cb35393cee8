import { randomUUID } from 'node:crypto';
import type { Sql } from '@atrium/kit/sql.ts';

export type Column = { name: string; type: string };
export type Row = Record<string, unknown>;

/** The rows that every product holds, and the firm and the contact that it is asked about. */
export type Data = {
  columns: Column[];
  /** The names of the columns that the listed contacts have a value in. */
  filled: string[];
  tenants: string[];
  /** A contact of the first tenant. */
  contactUuid: string;
  /** A contact of another tenant: no caller of the first may read it. */
  foreignUuid: string;
  /** The number of live contacts of the first tenant in the stage that is listed. */
  inStage: number;
  /** All rows, a thousand at a time, with the column names of PostgreSQL. */
  pages: () => AsyncIterable<Row[]>;
};

export const stage = 'QUALIFIED';
export const pageSize = 20;

/** Fills a platform's database with so many contacts in five tenants, the first of which exists. */
export async function fillTenants(
  sql: Sql,
  tenantUuid: string,
  manager: string,
  contacts: number,
): Promise<Data> {
  const tenants = [tenantUuid, ...Array.from({ length: 4 }, () => randomUUID())];
  for (const [n, tenant] of tenants.entries()) {
    if (n > 0)
      await sql`insert into tenants (tenant_uuid, name, code) values (${tenant}, ${`Firm ${n}`}, ${`F${n}`})`;
    await fillContacts(sql, tenant, n === 0 ? manager : randomUUID(), contacts / tenants.length);
  }
  await sql`vacuum analyze contacts`;
  const first = async (tenant: string) => {
    const [row] = await sql<{ uuid: string }[]>`
      select contact_uuid as uuid from contacts where tenant_uuid = ${tenant} limit 1`;
    return row?.uuid ?? '';
  };
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from contacts where tenant_uuid = ${tenantUuid} and stage_name = ${stage}`;
  const columns = await columnsOf(sql);
  const [row] = await sql<{ row: Row }[]>`
    select to_jsonb(c) as row from contacts c
     where tenant_uuid = ${tenantUuid} and stage_name = ${stage} limit 1`;
  return {
    columns,
    filled: columns.map(({ name }) => name).filter((name) => isFilled(row?.row[name])),
    tenants,
    contactUuid: await first(tenantUuid),
    foreignUuid: await first(tenants[1] ?? ''),
    inStage: found?.count ?? 0,
    pages: () => pagesOf(sql),
  };
}

/** Whether a field has a value; empty lists and objects are none. */
const isFilled = (value: unknown) =>
  typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined;

async function fillContacts(sql: Sql, tenant: string, manager: string, count: number) {
  await sql`
    insert into contacts (tenant_uuid, contact_uuid, contact_compliance_uuid, first_name, paternal_last_name,
      contact_type, contact_means, preferred_contact_language, status, firm_type, firm_entity_uuid,
      contact_manager_type, contact_manager_entity_uuid, date_of_birth, gender, marital_status,
      preferred_email, preferred_phone_number, stage_name, created_at)
    select ${tenant}, gen_random_uuid(), gen_random_uuid(),
      (array['Elena', 'Matías', 'Sofía', 'Tomás'])[1 + n % 4], 'Fuentes ' || n, 'PROSPECT', 'EMAIL',
      'SPANISH', 'ACTIVE', 'TENANT', ${tenant}, 'TENANT', ${manager}, date '1950-01-01' + n % 18000,
      (array['FEMALE', 'MALE'])[1 + n % 2], 'MARRIED', 'c' || n || '@clients.example',
      jsonb_build_object('phoneCountryCode', '+56', 'phoneNumber', (900000000 + n)::text),
      (array['LEAD', 'CONTACTED', ${stage}, 'PROPOSAL', 'ONBOARDING', 'CLIENT', 'LOST'])[1 + n % 7],
      now() - n * interval '3 minutes'
      from generate_series(1, ${Math.round(count)}::int) n`;
}

async function* pagesOf(sql: Sql): AsyncIterable<Row[]> {
  for (let after = ''; ; ) {
    const page = await sql<{ row: Row; key: string }[]>`
      select to_jsonb(c) as row, tenant_uuid::text || contact_uuid as key from contacts c
       where tenant_uuid::text || contact_uuid > ${after} order by key limit 1000`;
    const last = page.at(-1);
    if (!last) return;
    yield page.map(({ row }) => row);
    after = last.key;
  }
}

/** The columns of a contact that are stored as they were given. */
async function columnsOf(sql: Sql): Promise<Column[]> {
  return sql<Column[]>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = 'contacts'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`;
}

export const camel = (name: string) =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
