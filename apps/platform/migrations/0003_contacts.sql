-- The clients of a tenant and their addresses.

-- Words to search by. Generated columns need an immutable concat_ws; in plpgsql, which is compiled
-- once in a session, where a function in SQL would be planned by every insert.
create function words(variadic text[]) returns text
  language plpgsql immutable parallel safe
as $$
begin
  return array_to_string($1, ' ');
end
$$;

-- The tenant beside the text in one index.
create extension if not exists btree_gin;

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
  contact_manager_entity_uuid uuid not null,
  preferred_email text,
  primary_email text,
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
  -- Amounts are kept as they were sent and compared as numbers.
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
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  annual_income_amount numeric generated always as (annual_income::numeric) stored,
  liquid_net_worth_amount numeric generated always as (liquid_net_worth::numeric) stored,
  total_net_worth_amount numeric generated always as (total_net_worth::numeric) stored,
  search_text text generated always as (fold(words(
    first_name, middle_name, paternal_last_name, maternal_last_name, display_name, alias,
    preferred_email, primary_email, identity_id, preferred_phone_number ->> 'phoneNumber',
    phone_number ->> 'phoneNumber'
  ))) stored,
  -- What two records of one person have in common. Plain columns, because the wall lets no
  -- function of a column into an index search.
  name_key text generated always as (fold(words(first_name, paternal_last_name))) stored,
  preferred_email_key text generated always as (lower(preferred_email)) stored,
  primary_email_key text generated always as (lower(primary_email)) stored,
  preferred_phone_key text generated always as (
    (preferred_phone_number ->> 'phoneCountryCode') || (preferred_phone_number ->> 'phoneNumber')
  ) stored,
  phone_key text generated always as (
    (phone_number ->> 'phoneCountryCode') || (phone_number ->> 'phoneNumber')
  ) stored,
  identity_key text generated always as (upper(regexp_replace(identity_id, '[^0-9A-Za-z]', '', 'g'))) stored,
  primary key (tenant_uuid, contact_uuid),
  constraint contacts_manager_known foreign key (tenant_uuid, contact_manager_entity_uuid)
    references staff_members
);
-- Beside the order of the usual list it holds what lists are filtered by most, so that counting
-- what a filter leaves reads this index alone.
create index contacts_live on contacts (tenant_uuid, created_at, contact_uuid)
  include (status, contact_type, contact_source, stage_name, segment_name, market_segment, gender, contact_manager_entity_uuid)
  where deleted_at is null;
create index contacts_by_manager on contacts (tenant_uuid, contact_manager_entity_uuid) where deleted_at is null;
create index contacts_by_first_name on contacts (tenant_uuid, fold(first_name), contact_uuid) where deleted_at is null;
create index contacts_by_last_name on contacts (tenant_uuid, fold(paternal_last_name), contact_uuid) where deleted_at is null;
create index contacts_by_name on contacts (tenant_uuid, name_key) where deleted_at is null;
create index contacts_by_preferred_email on contacts (tenant_uuid, preferred_email_key)
  where deleted_at is null and preferred_email_key is not null;
create index contacts_by_primary_email on contacts (tenant_uuid, primary_email_key)
  where deleted_at is null and primary_email_key is not null;
create index contacts_by_preferred_phone on contacts (tenant_uuid, preferred_phone_key)
  where deleted_at is null and preferred_phone_key is not null;
create index contacts_by_phone on contacts (tenant_uuid, phone_key)
  where deleted_at is null and phone_key is not null;
create index contacts_by_identity on contacts (tenant_uuid, identity_key)
  where deleted_at is null and identity_key is not null;
create index contacts_by_text on contacts using gin (tenant_uuid, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
create trigger contacts_touch before update on contacts for each row execute function touch();
call protect('contacts');

create table contact_addresses (
  tenant_uuid uuid not null,
  address_uuid uuid not null,
  contact_uuid uuid not null,
  -- Addresses come back in the order they were added.
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
create trigger contact_addresses_touch before update on contact_addresses for each row execute function touch();
call protect('contact_addresses');

-- Contacts of the transaction's tenant whose text is like a pattern. LIKE is not leakproof, so
-- behind the wall it cannot search an index: this looks as the platform, and names the tenant itself.
create function contacts_like(pattern text) returns setof uuid
  language sql stable rows 200 security definer set search_path = public, pg_temp
as $$
  select contact_uuid from contacts
   where tenant_uuid = current_tenant() and deleted_at is null and search_text like pattern
$$;
grant create on schema public to atrium_platform;
alter function contacts_like owner to atrium_platform;
revoke create on schema public from atrium_platform;
