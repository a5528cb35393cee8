-- Organisations, households, who belongs to them and when, and their custodian accounts.

-- Companies, trusts and foundations that belong to households beside people.
create table organisations (
  tenant_uuid uuid not null references tenants,
  organisation_uuid uuid not null,
  name text not null,
  legal_name text,
  tax_id text,
  country text,
  is_active boolean not null default true,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  search_text text generated always as (fold(join_words(name, legal_name, tax_id))) stored,
  primary key (tenant_uuid, organisation_uuid)
);
create index organisations_by_name on organisations (tenant_uuid, fold(name), organisation_uuid)
  where deleted_at is null;
create trigger organisations_set_updated_at before update on organisations
  for each row execute function set_updated_at();
call protect('organisations');

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
-- The included columns let lists be counted in the index alone.
create index households_live on households (tenant_uuid, created_at, household_uuid)
  include (is_active, relationship_manager_type, relationship_manager_uuid)
  where deleted_at is null;
create index households_by_name on households (tenant_uuid, name_key, household_uuid)
  include (is_active) where deleted_at is null;
create index households_by_manager on households (tenant_uuid, relationship_manager_uuid)
  where deleted_at is null;
-- The text before the tenant, as in contacts_by_text. Households are made seldom: no list of new texts.
create index households_by_text on households using gin (name_key gin_trgm_ops, tenant_uuid)
  with (fastupdate = off) where deleted_at is null;
create trigger households_set_updated_at before update on households
  for each row execute function set_updated_at();
call protect('households');
-- For the same reason as of contacts.
alter table households alter column tenant_uuid set statistics 0;

-- Returns the households of the transaction's tenant whose name is like a pattern, in the same
-- way as contacts_like.
create function households_like(pattern text) returns setof uuid
  language sql stable rows 200 security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
  select household_uuid from households
   where tenant_uuid = current_tenant() and deleted_at is null and name_key like pattern
$$;
grant create on schema public to atrium_platform;
alter function households_like owner to atrium_platform;
revoke create on schema public from atrium_platform;

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
  -- The order in which members were added.
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
create index household_members_by_household
  on household_members (tenant_uuid, household_uuid, created_at);
create index household_members_by_contact
  on household_members (tenant_uuid, contact_uuid) where removed_at is null;
create index household_members_by_organisation
  on household_members (tenant_uuid, organisation_uuid) where removed_at is null;
create trigger household_members_set_updated_at before update on household_members
  for each row execute function set_updated_at();
call protect('household_members');

-- Keeps contacts.household_uuids. The contacts are locked by a statement of their own, so that the
-- next one sees what others did who held them. Verbs that change several memberships lock the
-- contacts before, in the same order.
create function set_household_uuids_of_contacts() returns trigger language plpgsql as $$
begin
  perform from contacts c
    where (c.tenant_uuid, c.contact_uuid) in (select m.tenant_uuid, m.contact_uuid from changed m)
    order by c.tenant_uuid, c.contact_uuid for no key update;
  update contacts c set household_uuids = now.household_uuids
    from (select m.tenant_uuid, m.contact_uuid, array(
                   select h.household_uuid from household_members h
                    where h.tenant_uuid = m.tenant_uuid and h.contact_uuid = m.contact_uuid
                      and h.removed_at is null order by h.household_uuid) as household_uuids
            from (select distinct tenant_uuid, contact_uuid from changed) m) now
   where c.tenant_uuid = now.tenant_uuid and c.contact_uuid = now.contact_uuid
     and c.household_uuids <> now.household_uuids;
  return null;
end
$$;
-- There is none for deleted rows: they are deleted only with their tenant.
create trigger household_members_joined after insert on household_members
  referencing new table as changed for each statement execute function set_household_uuids_of_contacts();
create trigger household_members_changed after update on household_members
  referencing new table as changed for each statement execute function set_household_uuids_of_contacts();

-- The accounts at custodians that are linked to a household.
create table household_accounts (
  tenant_uuid uuid not null,
  household_uuid uuid not null,
  account_number text not null,
  custodian text,
  currency text,
  -- The value is kept as it was sent and added up as a number.
  market_value text,
  as_of date,
  -- The order in which accounts were linked.
  ordinal bigint generated always as identity,
  linked_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  primary key (tenant_uuid, household_uuid, account_number),
  foreign key (tenant_uuid, household_uuid) references households on delete cascade
);
create index household_accounts_by_number on household_accounts (tenant_uuid, account_number);
create trigger household_accounts_set_updated_at before update on household_accounts
  for each row execute function set_updated_at();
call protect('household_accounts');
