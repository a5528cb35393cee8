-- The clients of a tenant, their addresses, their import from files, and the tenant's lists of
-- values.

-- A tenant's own lists of values: stages, sources and segments of contacts. A tenant that never
-- replaced a list has no row and uses the platform's.
create table value_lists (
  tenant_uuid uuid not null references tenants,
  list text not null,
  entries jsonb not null,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  primary key (tenant_uuid, list)
);
create trigger value_lists_set_updated_at before update on value_lists
  for each row execute function set_updated_at();
call protect('value_lists');

create table contacts (
  tenant_uuid uuid not null,
  contact_uuid uuid not null,
  contact_compliance_uuid uuid not null,
  first_name text not null,
  middle_name text,
  paternal_last_name text not null,
  maternal_last_name text,
  display_name text,
  alias text,
  contact_type text not null,
  contact_means text not null,
  preferred_contact_language text not null,
  status text not null,
  firm_type text not null,
  firm_entity_uuid uuid not null,
  firm_name text,
  captured_by_type text,
  captured_by_entity_uuid uuid,
  contact_manager_type text not null,
  -- A live staff member. No foreign key: staff are deleted softly, and whoever writes checks it.
  contact_manager_entity_uuid uuid not null,
  preferred_email text,
  primary_email text,
  -- Phones as the API has them: {phoneCountryCode, phoneNumber, …}.
  preferred_phone_number jsonb,
  phone_number jsonb,
  date_of_birth date,
  gender text,
  marital_status text,
  identity_type text,
  identity_id text,
  identity_country text,
  contact_source text,
  contact_preference text,
  market_segment text,
  segment_name text,
  stage_name text,
  -- Amounts are kept as they were sent; the columns …_amount have them as numbers.
  annual_income text,
  liquid_net_worth text,
  total_net_worth text,
  country_of_citizenship text,
  primary_country_of_citizenship text,
  country_of_birth text,
  related_to_pep boolean,
  director_or_ten_percent_shareholder boolean,
  pep_entries jsonb,
  company_names jsonb,
  trading_symbols jsonb,
  identity_documents jsonb,
  current_employment jsonb,
  employment_history jsonb,
  custom_fields jsonb,
  credentials_initialized_at timestamptz,
  -- The rows of contact_addresses as the API answers them. A contact is read far more often than
  -- its addresses change; whoever changes them writes this anew.
  addresses jsonb not null default '[]',
  -- The households that the contact is a member of, kept by triggers of household_members.
  household_uuids uuid[] not null default '{}',
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,

  -- The columns below are set by the trigger contacts_set_derived. Each generated column would be
  -- parsed and prepared anew by every insert.
  search_text text,
  -- Names in the form that lists sort by: behind row-level security, an index on a function of a
  -- column is not used for conditions.
  first_name_key text not null,
  last_name_key text not null,
  annual_income_amount numeric,
  liquid_net_worth_amount numeric,
  total_net_worth_amount numeric,
  -- What two records of one person have in common, hashed: see duplicate_key.
  preferred_email_duplicate_key bigint,
  primary_email_duplicate_key bigint,
  preferred_phone_duplicate_key bigint,
  phone_duplicate_key bigint,
  identity_duplicate_key bigint,
  primary key (tenant_uuid, contact_uuid)
);
-- The order of the usual list, with the columns that lists are filtered by most, so that a filter
-- is counted in this index alone.
create index contacts_live on contacts (tenant_uuid, created_at, contact_uuid)
  include (status, contact_type, contact_source, stage_name, segment_name, market_segment, gender, contact_manager_entity_uuid)
  where deleted_at is null;
create index contacts_by_stage on contacts (tenant_uuid, stage_name, created_at, contact_uuid)
  where deleted_at is null and stage_name is not null;
create index contacts_by_manager on contacts (tenant_uuid, contact_manager_entity_uuid, created_at, contact_uuid)
  where deleted_at is null;
create index contacts_by_first_name on contacts (tenant_uuid, first_name_key, contact_uuid)
  where deleted_at is null;
create index contacts_by_last_name on contacts (tenant_uuid, last_name_key, first_name_key, contact_uuid)
  where deleted_at is null;
-- The text before the tenant: GIN takes the conditions in the order of the columns and looks the
-- few rows that have the text up among the tenant's, instead of all rows of the tenant.
-- A short list of new texts: moving it into the index takes one insert some 30 ms, and each search
-- reads it. Without one (fastupdate = off) every insert takes twice as long.
create index contacts_by_text on contacts using gin (search_text gin_trgm_ops, tenant_uuid)
  with (gin_pending_list_limit = 256) where deleted_at is null;
-- The hash contains the tenant, so these indexes do not.
create index contacts_by_preferred_email on contacts (preferred_email_duplicate_key) where preferred_email_duplicate_key is not null;
create index contacts_by_primary_email on contacts (primary_email_duplicate_key) where primary_email_duplicate_key is not null;
create index contacts_by_preferred_phone on contacts (preferred_phone_duplicate_key) where preferred_phone_duplicate_key is not null;
create index contacts_by_phone on contacts (phone_duplicate_key) where phone_duplicate_key is not null;
create index contacts_by_identity on contacts (identity_duplicate_key) where identity_duplicate_key is not null;

-- Joining or leaving a household is no change of the contact: its time of change stays.
create trigger contacts_set_updated_at before update on contacts
  for each row when (old.household_uuids is not distinct from new.household_uuids)
  execute function set_updated_at();
call protect('contacts');

-- A plan is kept for a connection, whoever asks next, and made before a tenant is entered. Without
-- statistics of the tenant, each is a 200th of the table to the planner, which then reads a page
-- along an index; a plan made for a tenant of ten rows would sort 200,000.
alter table contacts alter column tenant_uuid set statistics 0;
-- Autovacuum analyses 3,000 rows of the other columns, not 30,000: half a second of a processor.
call analyse_small_sample('contacts');

-- Returns an identity number without the dots and dashes that people type or leave out.
create function plain_identity(text) returns text
  language sql immutable strict parallel safe
  return upper(regexp_replace($1, '[^0-9A-Za-z]', '', 'g'));

-- Returns a phone number with its country code.
create function plain_phone(phone jsonb) returns text
  language sql immutable parallel safe
  return (phone ->> 'phoneCountryCode') || (phone ->> 'phoneNumber');

-- Hashes what two records of one person have in common: an e-mail (kind 1), a phone (2) or an
-- identity number (3), together with the tenant. A number has the smallest index there is.
create function duplicate_key(tenant uuid, kind integer, value text) returns bigint
  language sql immutable parallel safe
  return hashtextextended(value, uuid_hash_extended(tenant, kind));

-- Sets the columns that are derived from others.
create function contacts_set_derived() returns trigger language plpgsql as $$
begin
  new.search_text := fold(concat_ws(' ',
    new.first_name, new.middle_name, new.paternal_last_name, new.maternal_last_name,
    new.display_name, new.alias, new.preferred_email, new.primary_email, new.identity_id,
    case when new.identity_id ~ '[^0-9A-Za-z]' then plain_identity(new.identity_id) end,
    new.preferred_phone_number ->> 'phoneNumber', new.phone_number ->> 'phoneNumber'));
  new.first_name_key := fold(new.first_name);
  new.last_name_key := fold(new.paternal_last_name);
  new.preferred_email_duplicate_key := duplicate_key(new.tenant_uuid, 1, lower(new.preferred_email));
  new.primary_email_duplicate_key := duplicate_key(new.tenant_uuid, 1, lower(new.primary_email));
  new.preferred_phone_duplicate_key := duplicate_key(new.tenant_uuid, 2, plain_phone(new.preferred_phone_number));
  new.phone_duplicate_key := duplicate_key(new.tenant_uuid, 2, plain_phone(new.phone_number));
  new.identity_duplicate_key := duplicate_key(new.tenant_uuid, 3, plain_identity(new.identity_id));
  new.annual_income_amount := new.annual_income;
  new.liquid_net_worth_amount := new.liquid_net_worth;
  new.total_net_worth_amount := new.total_net_worth;
  return new;
end
$$;
create trigger contacts_set_derived before insert or update on contacts
  for each row execute function contacts_set_derived();

create table contact_addresses (
  tenant_uuid uuid not null,
  address_uuid uuid not null,
  contact_uuid uuid not null,
  -- Addresses come back in the order in which they were added.
  ordinal bigint generated always as identity,
  street_number text,
  street_name text,
  city text,
  state text,
  zip_code text,
  country text,
  apartment text,
  commune text,
  landmark text,
  address_type text,
  contact_address_type text not null,
  is_primary boolean not null default false,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  primary key (tenant_uuid, address_uuid),
  foreign key (tenant_uuid, contact_uuid) references contacts on delete cascade
);
create index contact_addresses_by_contact on contact_addresses (tenant_uuid, contact_uuid);
create unique index contact_addresses_one_primary
  on contact_addresses (tenant_uuid, contact_uuid, contact_address_type) where is_primary;
create trigger contact_addresses_set_updated_at before update on contact_addresses
  for each row execute function set_updated_at();
call protect('contact_addresses');

-- Returns the contacts of the transaction's tenant whose text is like a pattern. LIKE is not
-- leakproof, so behind row-level security it cannot search an index: this function works as
-- atrium_platform and names the tenant itself. Its only good plan is the index of texts, so it is
-- planned once a session, and for that index.
create function contacts_like(pattern text) returns setof uuid
  language sql stable rows 200 security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
  select contact_uuid from contacts
   where tenant_uuid = current_tenant() and deleted_at is null and search_text like pattern
$$;
grant create on schema public to atrium_platform;
alter function contacts_like owner to atrium_platform;
revoke create on schema public from atrium_platform;

-- A file of contacts that is being imported.
create table contact_imports (
  tenant_uuid uuid not null references tenants,
  import_uuid uuid not null,
  status text not null default 'RECEIVING',
  dry_run boolean not null,
  ignored_columns text[] not null,
  -- Who asked for it, and with which rights its rows are created.
  requested_by uuid not null,
  roles text[] not null,
  partner_uuid uuid,
  total_rows int not null default 0,
  accepted_rows int not null default 0,
  refused_rows int not null default 0,
  created_at timestamptz not null default change_time(),
  finished_at timestamptz,
  primary key (tenant_uuid, import_uuid)
);
call protect('contact_imports');

-- The rows of the file. A row is deleted once its contact exists; a refused one keeps its reasons
-- and loses its fields.
create table contact_import_rows (
  tenant_uuid uuid not null,
  import_uuid uuid not null,
  line int not null,
  fields jsonb,
  errors jsonb,
  primary key (tenant_uuid, import_uuid, line),
  foreign key (tenant_uuid, import_uuid) references contact_imports on delete cascade
);
create index contact_import_rows_waiting on contact_import_rows (tenant_uuid, import_uuid, line)
  where errors is null;
call protect('contact_import_rows');
