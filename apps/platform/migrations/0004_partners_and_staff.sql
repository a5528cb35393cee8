-- Partner firms and the staff of tenants and partners.

-- A firm that works for a tenant's clients with staff of its own.
create table partners (
  tenant_uuid uuid not null references tenants,
  partner_uuid uuid not null,
  name text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  primary key (tenant_uuid, partner_uuid)
);
create trigger partners_set_updated_at before update on partners for each row execute function set_updated_at();
call protect('partners');

create table staff_members (
  tenant_uuid uuid not null references tenants,
  staff_uuid uuid not null,
  -- Set for staff of a partner.
  partner_uuid uuid,
  first_name text not null,
  middle_name text,
  paternal_last_name text not null,
  maternal_last_name text,
  -- The address they sign in with; `email` is the one they are written to.
  user_email text not null,
  email text not null,
  staff_type text not null,
  staff_role text not null,
  legal_residence text not null,
  time_zone text not null,
  platform_language text not null,
  commission_currency text not null,
  phone_country_code text,
  phone_number text,
  job_position text,
  date_of_birth date,
  current_residence text,
  is_active boolean not null default true,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  -- All names, folded, as one text and word by word: what a search compares.
  search_name text generated always as (
    fold(first_name || ' ' || coalesce(middle_name || ' ', '') || paternal_last_name || coalesce(' ' || maternal_last_name, ''))
  ) stored,
  search_words text[] generated always as (
    string_to_array(fold(first_name || ' ' || coalesce(middle_name || ' ', '') || paternal_last_name || coalesce(' ' || maternal_last_name, '')), ' ')
  ) stored,
  primary key (tenant_uuid, staff_uuid),
  constraint staff_members_partner_known foreign key (tenant_uuid, partner_uuid) references partners,
  constraint staff_members_phone_whole check ((phone_country_code is null) = (phone_number is null))
);
create index staff_members_live on staff_members (tenant_uuid, created_at, staff_uuid)
  where deleted_at is null;
create trigger staff_members_set_updated_at before update on staff_members
  for each row execute function set_updated_at();
call protect('staff_members');
