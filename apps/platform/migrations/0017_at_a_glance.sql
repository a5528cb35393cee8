-- What lists say of contacts and households at a glance: how far a contact's papers are.

-- Returns whether a text is a Chilean RUT with the right check digit, as isRut of http/rut.ts does.
create function is_rut(value text) returns boolean
  language plpgsql immutable strict parallel safe
as $$
declare
  parts text[] := regexp_match(btrim(value), '^([0-9]{1,2}\.?[0-9]{3}\.?[0-9]{3})-?([0-9kK])$');
  digits text := reverse(replace(parts[1], '.', ''));
  total int := 0;
begin
  for at in 1 .. coalesce(length(digits), 0) loop
    total := total + substr(digits, at, 1)::int * (2 + (at - 1) % 6);
  end loop;
  return coalesce(digits ~ '[1-9]' and upper(parts[2]) = substr('0K987654321', total % 11 + 1, 1), false);
end
$$;

alter table contacts
  -- The columns below are set by the trigger contacts_set_readiness. None depends on the day: what
  -- has expired is found when it is read.
  add column missing_count integer not null default 0,
  add column has_invalid boolean not null default false,
  add column is_politically_exposed boolean not null default false,
  -- The days on which identity documents expire, the first before the others.
  add column document_dates date[] not null default '{}';

-- Counts what is missing over the steps of onboarding and finds what is wrong on any day, as
-- contacts/readiness/assess-readiness.ts does for one contact. Names are in the order found there.
create function contacts_set_readiness() returns trigger language plpgsql as $$
begin
  new.missing_count := num_nulls(
      -- sales
      new.date_of_birth, nullif(new.gender, ''), nullif(new.marital_status, ''),
      nullif(new.identity_type, ''), nullif(new.identity_id, ''), nullif(new.identity_country, ''),
      nullif(new.country_of_birth, ''), nullif(new.country_of_citizenship, ''),
      nullif(new.annual_income, ''), nullif(new.liquid_net_worth, ''), nullif(new.total_net_worth, ''),
      nullif(new.stage_name, ''),
      -- compliance
      new.phone_number, nullif(new.primary_country_of_citizenship, ''), new.related_to_pep,
      new.director_or_ten_percent_shareholder, nullif(new.identity_documents, '[]'),
      new.current_employment,
      -- primary e-mail and credentials
      nullif(new.primary_email, ''), new.credentials_initialized_at)
    + (not new.addresses @> '[{"contactAddressType": "SALES"}]')::int
    + (not new.addresses @> '[{"contactAddressType": "COMPLIANCE"}]')::int
    + (new.related_to_pep is true and nullif(new.pep_entries, '[]') is null)::int;
  new.has_invalid := (new.identity_type = 'CHILE_RUT' and not is_rut(new.identity_id)) is true
    or exists (
      select from jsonb_array_elements(new.addresses) address
       where address ->> 'contactAddressType' = 'COMPLIANCE'
         and address ->> 'streetName' ~* '(^|[^a-z0-9_])(p\.? ?o\.? ?box|casilla|apartado( postal)?)($|[^a-z0-9_])');
  new.is_politically_exposed := new.pep_entries is not null and exists (
    select from jsonb_array_elements(new.pep_entries) entry
     where upper(btrim(coalesce(entry ->> 'relationship', ''))) in ('', 'SELF'));
  new.document_dates := case when new.identity_documents is null then '{}' else array(
    -- The year 0, which dates of the API may have, is none of PostgreSQL's.
    select greatest(document #>> '{specificationData,expirationDate}', '0001-01-01' collate "C")::date as expires
      from jsonb_array_elements(new.identity_documents) document
     where document #>> '{specificationData,expirationDate}' <> ''
     order by expires) end;
  return new;
end
$$;
create trigger contacts_set_readiness before insert or update on contacts
  for each row execute function contacts_set_readiness();
call analyse_small_sample('contacts');

-- Fills the new columns. That is no change of a contact: its time of change stays.
alter table contacts disable trigger contacts_set_updated_at;
set local role atrium_platform;
update contacts set missing_count = 0;
reset role;
alter table contacts enable trigger contacts_set_updated_at;

-- Exposure ------------------------------------------------------------------------------------

create index contacts_politically_exposed on contacts (tenant_uuid, contact_uuid)
  where is_politically_exposed and deleted_at is null;

-- Returns whether a member of that relationship is family or a close associate of the household.
create function is_close(relationship_type text) returns boolean
  language sql immutable parallel safe
  return relationship_type not in ('ACCOUNTANT', 'ATTORNEY', 'CUSTODIAN');

-- Returns the households that contacts and organisations are members of.
create function households_of(parties uuid[]) returns uuid[]
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
begin
  return array(
    select m.household_uuid from unnest(parties) p (contact_uuid)
      join household_members m using (contact_uuid) where m.removed_at is null
    union
    select m.household_uuid from unnest(parties) p (organisation_uuid)
      join household_members m using (organisation_uuid) where m.removed_at is null);
end
$$;

-- Returns the contacts and organisations that are members of households.
create function members_of(households uuid[]) returns uuid[]
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
begin
  return array(
    select distinct coalesce(m.contact_uuid, m.organisation_uuid)
      from unnest(households) h (household_uuid) join household_members m using (household_uuid)
     where m.removed_at is null);
end
$$;

-- Returns who is related to a politically exposed person of the transaction's tenant, by which
-- membership and how many steps away: all of them, or at least all ways of the contacts and
-- organisations `among`. One step leads over a household that both belong to, a second
-- one over another household of whoever was reached, through an organisation only if it is owned.
-- Accountants, attorneys and custodians are no close associates, in either direction; nor is a
-- member without a relationship. `through_member_uuid` is the member of that household whom the
-- step starts from.
--
-- Each household is read once a step, so its size counts once, also in circles. Every statement is
-- planned for the arrays that it gets: their length tells whether to look rows up or to hash them.
create function exposed_ways(among uuid[] default null) returns table (
    step int, household_uuid uuid, member_uuid uuid, party_uuid uuid, contact_uuid uuid,
    relationship_type text, through_member_uuid uuid)
  language plpgsql stable rows 10000 set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  nearby uuid[] := members_of(households_of(members_of(households_of(among))));
  exposed uuid[] := array(
    select c.contact_uuid from contacts c
     where c.is_politically_exposed and c.deleted_at is null
       and (among is null or c.contact_uuid = any (nearby)));
  homes uuid[];
  homes_through uuid[];
  reached uuid[];
  owned uuid[];
  next_homes uuid[];
  next_through uuid[];
begin
  if exposed = '{}' then
    return;
  end if;
  select array_agg(h.household_uuid), array_agg(h.through) into homes, homes_through from (
    select m.household_uuid, (array_agg(m.member_uuid order by m.ordinal))[1] as through
      from unnest(exposed) e (contact_uuid) join household_members m using (contact_uuid)
     where m.removed_at is null and is_close(coalesce(m.relationship_type, 'SELF'))
     group by m.household_uuid) h;

  select array_agg(distinct coalesce(m.contact_uuid, m.organisation_uuid)),
         array_agg(distinct m.organisation_uuid) filter (where m.relationship_type = 'OWNED_COMPANY')
    into reached, owned
    from unnest(homes) h (household_uuid) join household_members m using (household_uuid)
   where m.removed_at is null and is_close(m.relationship_type)
     and (m.contact_uuid = any (exposed)) is not true;

  -- Whoever is in a household of the first step was reached by it.
  select array_agg(h.household_uuid), array_agg(h.through) into next_homes, next_through from (
    select m.household_uuid, (array_agg(m.member_uuid order by m.ordinal))[1] as through from (
      select m.* from unnest(reached) r (contact_uuid) join household_members m using (contact_uuid)
      union all
      select m.* from unnest(reached) r (organisation_uuid) join household_members m using (organisation_uuid)
       where m.relationship_type = 'OWNED_COMPANY' or m.organisation_uuid = any (owned)) m
     where m.removed_at is null and is_close(coalesce(m.relationship_type, 'SELF'))
       and m.household_uuid <> all (homes)
     group by m.household_uuid) h;

  return query
  select 1, m.household_uuid, m.member_uuid, coalesce(m.contact_uuid, m.organisation_uuid),
         m.contact_uuid, m.relationship_type, h.through
    from unnest(homes, homes_through) h (household_uuid, through)
    join household_members m using (household_uuid)
   where m.removed_at is null and is_close(m.relationship_type)
     and (m.contact_uuid = any (exposed)) is not true;

  return query
  select 2, m.household_uuid, m.member_uuid, coalesce(m.contact_uuid, m.organisation_uuid),
         m.contact_uuid, m.relationship_type, h.through
    from unnest(next_homes, next_through) h (household_uuid, through)
    join household_members m using (household_uuid)
   where m.removed_at is null and is_close(m.relationship_type)
     and coalesce(m.contact_uuid, m.organisation_uuid) <> all (reached)
     and (m.contact_uuid = any (exposed)) is not true;
end
$$;

-- Households as they were ---------------------------------------------------------------------

-- Every state that a household, its memberships and its accounts ever had, written by triggers. A
-- row holds from changed_at on, until a later one of its row_key; without content it is gone.
-- No foreign key to households: it would lock the household of a membership that ends with its contact.
create table household_history (
  tenant_uuid uuid not null references tenants,
  household_uuid uuid not null,
  -- The table that the state is of, and the key of the row beside its household.
  source text not null,
  row_key text not null,
  ordinal bigint generated always as identity,
  changed_at timestamptz not null,
  content jsonb,
  primary key (tenant_uuid, household_uuid, source, row_key, ordinal)
);
-- Tells which households an account was linked to.
create index household_history_by_row on household_history (tenant_uuid, source, row_key, household_uuid);
call protect('household_history');

-- Keeps a state.
create function keep_household_history() returns trigger language plpgsql as $$
declare
  state jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  insert into household_history (tenant_uuid, household_uuid, source, row_key, changed_at, content)
  values ((state ->> 'tenant_uuid')::uuid, (state ->> 'household_uuid')::uuid, tg_table_name,
          state ->> tg_argv[0], change_time(), case when tg_op <> 'DELETE' then state end);
  return null;
end
$$;
create trigger households_kept after insert on households
  for each row execute function keep_household_history('household_uuid');
create trigger households_change_kept after update on households
  for each row when (old.* is distinct from new.*) execute function keep_household_history('household_uuid');
create trigger household_members_kept after insert on household_members
  for each row execute function keep_household_history('member_uuid');
create trigger household_members_change_kept after update on household_members
  for each row when (old.* is distinct from new.*) execute function keep_household_history('member_uuid');
create trigger household_accounts_kept after insert on household_accounts
  for each row execute function keep_household_history('account_number');
-- The removal of a tenant, which works as atrium_platform, leaves no history.
create trigger household_accounts_end_kept after delete on household_accounts
  for each row when (current_user <> 'atrium_platform') execute function keep_household_history('account_number');
create trigger household_accounts_change_kept after update on household_accounts
  for each row when (old.* is distinct from new.*) execute function keep_household_history('account_number');

-- What is older counts as it is from its creation until it ended.
set local role atrium_platform;
insert into household_history (tenant_uuid, household_uuid, source, row_key, changed_at, content)
select tenant_uuid, household_uuid, 'households', household_uuid::text, created_at,
       to_jsonb(h) || '{"deleted_at": null}' from households h;
insert into household_history (tenant_uuid, household_uuid, source, row_key, changed_at, content)
select tenant_uuid, household_uuid, 'households', household_uuid::text, deleted_at, to_jsonb(h)
  from households h where deleted_at is not null;
insert into household_history (tenant_uuid, household_uuid, source, row_key, changed_at, content)
select tenant_uuid, household_uuid, 'household_members', member_uuid::text, created_at,
       to_jsonb(m) || '{"removed_at": null}' from household_members m;
insert into household_history (tenant_uuid, household_uuid, source, row_key, changed_at, content)
select tenant_uuid, household_uuid, 'household_members', member_uuid::text, removed_at, to_jsonb(m)
  from household_members m where removed_at is not null;
insert into household_history (tenant_uuid, household_uuid, source, row_key, changed_at, content)
select tenant_uuid, household_uuid, 'household_accounts', account_number, linked_at, to_jsonb(a)
  from household_accounts a;
reset role;
