-- Households, who belongs to them and when, and the custodian accounts linked to them.
create table households (
  tenant_uuid uuid not null references tenants,
  household_uuid uuid not null,
  name text not null,
  relationship_manager_type text not null,
  relationship_manager_uuid uuid not null,
  is_active boolean not null default true,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  name_key text generated always as (fold(name)) stored,
  primary key (tenant_uuid, household_uuid),
  constraint households_manager_known foreign key (tenant_uuid, relationship_manager_uuid)
    references staff_members
);
create index households_live on households (tenant_uuid, created_at, household_uuid) where deleted_at is null;
create index households_by_name on households (tenant_uuid, fold(name), household_uuid) where deleted_at is null;
create index households_by_manager on households (tenant_uuid, relationship_manager_uuid) where deleted_at is null;
create index households_by_text on households using gin (tenant_uuid, name_key gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
create trigger households_touch before update on households for each row execute function touch();
call protect('households');

-- A membership lasts from created_at to removed_at: who was removed and comes back is a new row.
create table household_members (
  tenant_uuid uuid not null,
  member_uuid uuid not null,
  household_uuid uuid not null,
  member_type text not null,
  contact_uuid uuid,
  organisation_uuid uuid,
  relationship_type text,
  is_primary boolean not null default false,
  ordinal bigint generated always as identity,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  removed_at timestamptz,
  primary key (tenant_uuid, member_uuid),
  foreign key (tenant_uuid, household_uuid) references households on delete cascade,
  constraint household_members_contact_known foreign key (tenant_uuid, contact_uuid) references contacts,
  constraint household_members_organisation_known foreign key (tenant_uuid, organisation_uuid) references organisations,
  constraint household_members_one_party check (
    case member_type when 'CONTACT' then contact_uuid is not null and organisation_uuid is null
                     when 'ORGANISATION' then organisation_uuid is not null and contact_uuid is null
                     else false end)
);
create unique index household_members_contact_once
  on household_members (tenant_uuid, household_uuid, contact_uuid) where removed_at is null;
create unique index household_members_organisation_once
  on household_members (tenant_uuid, household_uuid, organisation_uuid) where removed_at is null;
create unique index household_members_one_primary
  on household_members (tenant_uuid, household_uuid) where is_primary and removed_at is null;
create index household_members_by_household on household_members (tenant_uuid, household_uuid, created_at);
create index household_members_by_contact on household_members (tenant_uuid, contact_uuid) where removed_at is null;
create index household_members_by_organisation on household_members (tenant_uuid, organisation_uuid) where removed_at is null;
create trigger household_members_touch before update on household_members for each row execute function touch();
call protect('household_members');

create table household_accounts (
  tenant_uuid uuid not null,
  household_uuid uuid not null,
  account_number text not null,
  custodian text,
  currency text,
  -- The value is kept as it was sent and added up as a number.
  market_value text,
  as_of date,
  ordinal bigint generated always as identity,
  linked_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  primary key (tenant_uuid, household_uuid, account_number),
  foreign key (tenant_uuid, household_uuid) references households on delete cascade
);
create index household_accounts_by_number on household_accounts (tenant_uuid, account_number);
create trigger household_accounts_touch before update on household_accounts for each row execute function touch();
call protect('household_accounts');

-- Households of the transaction's tenant whose name is like a pattern; see contacts_like.
create function households_like(pattern text) returns setof uuid
  language sql stable rows 200 security definer set search_path = public, pg_temp
as $$
  select household_uuid from households
   where tenant_uuid = current_tenant() and deleted_at is null and name_key like pattern
$$;
grant create on schema public to atrium_platform;
alter function households_like owner to atrium_platform;
revoke create on schema public from atrium_platform;
