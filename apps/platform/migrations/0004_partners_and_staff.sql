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

-- Whether the partner that somebody works for is active; true for those who work for none.
create function partner_active(tenant uuid, partner uuid) returns boolean language sql stable as $$
  select coalesce((
    select p.is_active and p.deleted_at is null from public.partners p
     where p.tenant_uuid = tenant and p.partner_uuid = partner), true)
$$;

-- The sessions of a partner's staff end with it for good. One that began while the partner was not
-- active may be used once it is active again.
create function update_sessions_of_partner() returns trigger language plpgsql as $$
begin
  update sessions s
     set user_active = new.is_active and new.deleted_at is null and a.is_active and a.deleted_at is null,
         revoked_at = case when new.is_active and new.deleted_at is null then null else now() end
    from accounts a
   where a.tenant_uuid = new.tenant_uuid and a.partner_uuid = new.partner_uuid
     and s.tenant_uuid = a.tenant_uuid and s.user_uuid = a.user_uuid and s.revoked_at is null;
  return null;
end
$$;
create trigger partners_update_sessions after update of is_active, deleted_at on partners
  for each row execute function update_sessions_of_partner();

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
