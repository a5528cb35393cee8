import type { Sql } from '@atrium/kit/sql.ts';

/** An index: its columns, and what else stands in its definition; `{column}` names a column. */
type Index = { keys: string; method?: string; rest?: string };

const live = 'where {deleted_at} is null';
const phone = "({preferred_phone_number} ->> 'phoneNumber')";

/**
 * Atrium's indexes on contacts, over the columns that the peers have: where Atrium keeps a folded copy
 * of a text, the text itself.
 */
const indexes: Index[] = [
  { keys: '{tenant_uuid}, lower({first_name}), {contact_uuid}', rest: live },
  {
    keys: '{tenant_uuid}, lower({paternal_last_name}), lower({first_name}), {contact_uuid}',
    rest: live,
  },
  {
    keys: '{tenant_uuid}, {contact_manager_entity_uuid}, {created_at}, {contact_uuid}',
    rest: live,
  },
  {
    keys: '{tenant_uuid}, {stage_name}, {created_at}, {contact_uuid}',
    rest: `${live} and {stage_name} is not null`,
  },
  {
    keys: '{tenant_uuid}, {created_at}, {contact_uuid}',
    rest: `include ({status}, {contact_type}, {contact_source}, {stage_name}, {segment_name},
             {market_segment}, {gender}, {contact_manager_entity_uuid}) ${live}`,
  },
  { keys: 'lower({preferred_email})', rest: 'where {preferred_email} is not null' },
  { keys: phone, rest: `where ${phone} is not null` },
  { keys: 'lower({primary_email})', rest: 'where {primary_email} is not null' },
  { keys: '{identity_id}', rest: 'where {identity_id} is not null' },
  { keys: '{tenant_uuid}, {merged_into}', rest: 'where {merged_into} is not null' },
  {
    method: 'gin',
    keys: `(coalesce({first_name}, '') || ' ' || coalesce({paternal_last_name}, '') || ' '
            || coalesce({preferred_email}, '')) gin_trgm_ops, {tenant_uuid}`,
    rest: `with (gin_pending_list_limit = 256) ${live}`,
  },
];

/** Makes the indexes of Atrium's contacts on a peer's table, whose columns `nameOf` names. */
export async function indexContacts(
  sql: Sql,
  table: string,
  nameOf: (column: string) => string,
): Promise<void> {
  await sql.unsafe('create extension if not exists pg_trgm');
  await sql.unsafe('create extension if not exists btree_gin');
  for (const { keys, method = 'btree', rest = '' } of indexes) {
    const definition = `create index on "${table}" using ${method} (${keys}) ${rest}`;
    await sql.unsafe(definition.replace(/{(\w+)}/g, (_, column: string) => `"${nameOf(column)}"`));
  }
}

/**
 * Has the database write, in the transaction of each new contact, what Atrium's trail holds of it: who
 * did what to which record and when, found by the time, the record and the tenant.
 */
export async function auditContacts(
  sql: Sql,
  table: string,
  columns: { key: string; tenant: string },
): Promise<void> {
  const statements = [
    `create table bench_audit (
       audit_uuid uuid primary key default gen_random_uuid(), tenant_uuid text, entity_type text,
       entity_id text, event_type text, actor text, at timestamptz default now(), attributes jsonb)`,
    'create index on bench_audit (tenant_uuid, at, audit_uuid)',
    'create index on bench_audit (tenant_uuid, entity_id, at)',
    'create index on bench_audit (tenant_uuid, event_type, at)',
    `create function bench_audit() returns trigger language plpgsql as $$ begin
       insert into bench_audit (tenant_uuid, entity_type, entity_id, event_type, actor, attributes)
       values (new."${columns.tenant}", 'CONTACT', new."${columns.key}", 'contact.created',
               current_user, jsonb_build_object('fields', 16));
       return null;
     end $$`,
    `create trigger bench_audit after insert on "${table}"
       for each row execute function bench_audit()`,
  ];
  for (const statement of statements) await sql.unsafe(statement);
}
