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

grant create on schema public to atrium_platform;
set local role atrium_platform;
-- As before, but people of the same name are looked up by it.
create or replace function contacts_alike(contact uuid) returns table (contact_uuid uuid, reason text)
  language sql stable rows 20 security definer set search_path = public, pg_temp
as $$
  with me as (
    select * from contacts c where c.tenant_uuid = current_tenant() and c.contact_uuid = contact
  ),
  traces as (
    select 'SAME_EMAIL' as reason, lower(email) as trace, fold(email) as text
      from me, unnest(array[preferred_email, primary_email]) as email
    union
    select 'SAME_PHONE', (phone ->> 'phoneCountryCode') || (phone ->> 'phoneNumber'), phone ->> 'phoneNumber'
      from me, unnest(array[preferred_phone_number, phone_number]) as phone
    union
    select 'SAME_IDENTITY', bare_identity(identity_id), fold(bare_identity(identity_id)) from me
  )
  select d.contact_uuid, t.reason
    from traces t join contacts d
      on d.search_text like '%' || regexp_replace(t.text, '([\\%_])', '\\\1', 'g') || '%'
   where d.tenant_uuid = current_tenant() and d.deleted_at is null
     and t.trace = any (case t.reason
       when 'SAME_EMAIL' then array[lower(d.preferred_email), lower(d.primary_email)]
       when 'SAME_PHONE' then array[
         (d.preferred_phone_number ->> 'phoneCountryCode') || (d.preferred_phone_number ->> 'phoneNumber'),
         (d.phone_number ->> 'phoneCountryCode') || (d.phone_number ->> 'phoneNumber')]
       else array[bare_identity(d.identity_id)] end)
  union
  select d.contact_uuid, 'SAME_NAME'
    from me join contacts d on d.last_name_key = me.last_name_key and d.first_name_key = me.first_name_key
   where d.tenant_uuid = current_tenant() and d.deleted_at is null
$$;
reset role;
revoke create on schema public from atrium_platform;
