-- Names in the form that lists sort by, in columns of their own. Behind the wall a function of a
-- column cannot search an index, and an index on one cannot answer without the row: a page deep in
-- a list had to read every row before it. Two contacts of one name are now found by one index too.
drop index contacts_by_first_name, contacts_by_last_name;
-- Generated once, which rewrites the table in one pass, and from then on set by the trigger.
alter table contacts
  add column first_name_key text not null generated always as (fold(first_name)) stored,
  add column last_name_key text not null generated always as (fold(paternal_last_name)) stored;
alter table contacts
  alter column first_name_key drop expression,
  alter column last_name_key drop expression;

create or replace function contacts_describe() returns trigger language plpgsql as $$
begin
  new.search_text := lower(public.unaccent('public.unaccent'::regdictionary, concat_ws(' ',
    new.first_name, new.middle_name, new.paternal_last_name, new.maternal_last_name,
    new.display_name, new.alias, new.preferred_email, new.primary_email, new.identity_id,
    case when new.identity_id ~ '[^0-9A-Za-z]' then bare_identity(new.identity_id) end,
    new.preferred_phone_number ->> 'phoneNumber', new.phone_number ->> 'phoneNumber')));
  new.first_name_key := lower(public.unaccent('public.unaccent'::regdictionary, new.first_name));
  new.last_name_key := lower(public.unaccent('public.unaccent'::regdictionary, new.paternal_last_name));
  new.annual_income_amount := new.annual_income;
  new.liquid_net_worth_amount := new.liquid_net_worth;
  new.total_net_worth_amount := new.total_net_worth;
  return new;
end
$$;

create index contacts_by_first_name on contacts (tenant_uuid, first_name_key, contact_uuid)
  where deleted_at is null;
create index contacts_by_last_name on contacts (tenant_uuid, last_name_key, first_name_key, contact_uuid)
  where deleted_at is null;

drop index households_by_name;
create index households_by_name on households (tenant_uuid, name_key, household_uuid)
  include (is_active) where deleted_at is null;
