import type { Sql } from '@atrium/kit/sql.ts';

/** The contacts of the large firm (for a short run SCALE_CONTACTS=2000); all else is in proportion to them. */
const contacts = Number(process.env.SCALE_CONTACTS ?? 200_000);

/** The amount of data: one firm of that size among twenty, the others a tenth of it. */
export const scale = {
  tenants: 20,
  contacts,
  households: Math.ceil(contacts / 4),
  // Of each firm up to two hundred manage.
  staff: Math.max(2_000, contacts / 40),
  organisations: Math.ceil(contacts / 20),
  meetings: contacts,
  notes: contacts,
  tasks: Math.ceil(contacts / 4),
};

type Firm = { tenantUuid: string; managers: string[] };

const first = ['Elena', 'Matías', 'Sofía', 'Benjamín', 'Isidora', 'Tomás', 'Agustín', 'Florencia'];
const last = ['Fuentes', 'Soto', 'Muñoz', 'Rojas', 'Díaz', 'Pérez', 'Contreras', 'Silva', 'Núñez'];

/** Fills a tenant with staff, people, organisations and what is about them, by SQL as the superuser. */
export async function fillFirm(sql: Sql, tenantUuid: string, share: number): Promise<Firm> {
  const of = (count: number) => Math.round(count * share);
  const names = (n: string) =>
    sql.unsafe(`
    (${list(first)})[1 + (${n} * 7919) % ${first.length}] || case when ${n} % 3 = 0 then ' ' || chr(65 + ${n} % 26) || 'ana' else '' end`);
  const lastNames = (n: string, step: number) =>
    sql.unsafe(`
    (${list(last)})[1 + (${n} / ${step}) % ${last.length}] || case when ${n} % 5 = 0 then 'ez' || (${n} % 997)::text else '' end`);

  await sql`
    insert into staff_members (tenant_uuid, staff_uuid, first_name, paternal_last_name, maternal_last_name,
      user_email, email, staff_type, staff_role, legal_residence, time_zone, platform_language, commission_currency)
    select ${tenantUuid}, gen_random_uuid(), ${names('n')}, ${lastNames('n', 8)}, ${lastNames('n', 3)},
      n || '@staff.example', n || '@staff.example', 'ADVISOR', 'ADVISOR', 'CL', 'America/Santiago', 'SPANISH', 'CLP'
      from generate_series(1, ${of(scale.staff)}::int) n`;
  const managers = await sql<{ uuid: string }[]>`
    select staff_uuid as uuid from staff_members where tenant_uuid = ${tenantUuid} order by 1 limit 200`;
  const uuids = managers.map((row) => row.uuid);
  await sql`
    insert into households (tenant_uuid, household_uuid, name, relationship_manager_type, relationship_manager_uuid)
    select ${tenantUuid}, gen_random_uuid(), 'Familia ' || ${lastNames('n', 1)} || ' ' || n, 'TENANT_STAFF',
      (${uuids}::uuid[])[1 + n % ${uuids.length}::int] from generate_series(1, ${of(scale.households)}::int) n`;
  // Of a table that grew just now the join below would be planned as if it were empty.
  await sql`analyze households`;
  await sql`
    insert into contacts (tenant_uuid, contact_uuid, contact_compliance_uuid, first_name, paternal_last_name,
      contact_type, contact_means, preferred_contact_language, status, firm_type, firm_entity_uuid,
      contact_manager_type, contact_manager_entity_uuid, preferred_email, preferred_phone_number, identity_id,
      stage_name, contact_source, market_segment, gender, annual_income, created_at, household_uuids)
    select ${tenantUuid}, gen_random_uuid(), gen_random_uuid(), ${names('n')}, ${lastNames('n', 8)},
      (array['PROSPECT', 'SUBSCRIBER', 'NON_SUBSCRIBER'])[1 + n % 3], 'EMAIL', 'SPANISH',
      case when n % 20 = 0 then 'INACTIVE' else 'ACTIVE' end, 'TENANT', ${tenantUuid}, 'TENANT',
      (${uuids}::uuid[])[1 + n % ${uuids.length}::int], 'c' || n || '@clients.example',
      jsonb_build_object('phoneCountryCode', '+56', 'phoneNumber', (900000000 + n)::text), 'P' || n,
      (array['LEAD', 'CONTACTED', 'QUALIFIED', 'PROPOSAL', 'ONBOARDING', 'CLIENT', 'LOST'])[1 + n % 7],
      (array['REFERRAL', 'WEBSITE', 'EVENT'])[1 + n % 3], (array['AFFLUENT', 'MASS_AFFLUENT'])[1 + n % 2],
      (array['FEMALE', 'MALE'])[1 + n % 2], (n * 37)::text, now() - n * interval '3 minutes',
      array_remove(array[h.household_uuid], null)
      from generate_series(1, ${of(scale.contacts)}::int) n
      left join (select household_uuid, row_number() over () as household
                   from households where tenant_uuid = ${tenantUuid}) h on household = n / 3`;
  // The contacts bear their households already: no trigger has to find them.
  await sql`set session_replication_role = replica`;
  await sql`
    insert into household_members (tenant_uuid, member_uuid, household_uuid, member_type, contact_uuid, is_primary)
    select tenant_uuid, gen_random_uuid(), household_uuids[1], 'CONTACT', contact_uuid,
           row_number() over (partition by household_uuids[1]) = 1
      from contacts where tenant_uuid = ${tenantUuid} and household_uuids <> '{}'`;
  await sql`set session_replication_role = origin`;
  await sql`
    insert into household_accounts (tenant_uuid, household_uuid, account_number, custodian, currency, market_value)
    select tenant_uuid, household_uuid, left(household_uuid::text, 8), 'Pershing', 'USD', '125000.50'
      from households where tenant_uuid = ${tenantUuid}`;
  await fillDays(sql, tenantUuid, { of, uuids });
  return { tenantUuid, managers: uuids };
}

type Filling = { of: (count: number) => number; uuids: string[] };

/** Fills a tenant with organisations, meetings from two years ago to one ahead, notes and tasks. */
async function fillDays(sql: Sql, tenantUuid: string, { of, uuids }: Filling): Promise<void> {
  await sql`
    insert into organisations (tenant_uuid, organisation_uuid, name)
    select ${tenantUuid}, gen_random_uuid(), 'Sociedad ' || (${sql.unsafe(list(last))})[1 + n % ${last.length}::int] || ' ' || n
      from generate_series(1, ${of(scale.organisations)}::int) n`;
  const numbered = (table: string) => sql`
    (select row_number() over () as n, contact_uuid, (${uuids}::uuid[])[1 + row_number() over () % ${uuids.length}::int] as staff_uuid
       from contacts where tenant_uuid = ${tenantUuid} limit ${of(scale[table as 'notes'])}) each`;
  await sql`
    insert into meetings (tenant_uuid, meeting_uuid, title, start_local, end_local, timezone, starts_at, ends_at,
      duration_minutes, rules_version, location_type, host_uuid, host_type, host_name, host_email, created_by_uuid,
      created_by_type, ical_uid)
    select ${tenantUuid}, md5(contact_uuid::text)::uuid, 'Revisión ' || n, start, start + interval '1 hour', 'UTC',
      start at time zone 'UTC', start at time zone 'UTC' + interval '1 hour', 60, 'bench', 'IN_PERSON', staff_uuid,
      'TENANT_STAFF', 'Matías Soto', 'adviser@bench.example', staff_uuid, 'TENANT_STAFF', contact_uuid
      from ${numbered('meetings')},
           lateral (select date_trunc('hour', now() at time zone 'UTC') + (n * 7919 % 26280 - 17520) * interval '1 hour' as start) at`;
  await sql`
    insert into meeting_participants (tenant_uuid, participant_uuid, meeting_uuid, participant_type, contact_uuid)
    select ${tenantUuid}, gen_random_uuid(), md5(contact_uuid::text)::uuid, 'CONTACT', contact_uuid
      from ${numbered('meetings')}`;
  await sql`
    insert into notes (tenant_uuid, note_uuid, contact_uuid, kind, text, author_uuid, author_name)
    select ${tenantUuid}, gen_random_uuid(), contact_uuid, 'NOTE', 'Prefiere bonos en dólares, conversado ' || n,
           staff_uuid, 'Matías Soto' from ${numbered('notes')}`;
  await sql`
    insert into tasks (tenant_uuid, task_uuid, title, due_date, assignee_uuid, priority, contact_uuid, created_by)
    select ${tenantUuid}, gen_random_uuid(), 'Llamar por el mandato ' || n, current_date + (n % 60)::int - 20, staff_uuid,
           'NORMAL', contact_uuid, staff_uuid from ${numbered('tasks')}`;
}

const list = (words: string[]) => `array[${words.map((word) => `'${word}'`).join(', ')}]`;
