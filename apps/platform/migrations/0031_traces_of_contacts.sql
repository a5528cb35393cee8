-- What two records of one person have in common, as numbers: an e-mail, a phone or an identity number
-- in the tenant. Plain columns that the wall lets into an index search, each index of the smallest keys
-- there are. Duplicates were looked for by trigrams, which read 20,000 entries for each trace.
create function trace(tenant uuid, kind integer, value text) returns bigint
  language sql immutable parallel safe
  return hashtextextended(value, uuid_hash_extended(tenant, kind));
create function bare_phone(phone jsonb) returns text
  language sql immutable parallel safe
  return (phone ->> 'phoneCountryCode') || (phone ->> 'phoneNumber');

-- Generated once, which rewrites the table in one pass, and from then on set by the trigger.
alter table contacts
  add column preferred_email_trace bigint generated always as (trace(tenant_uuid, 1, lower(preferred_email))) stored,
  add column primary_email_trace bigint generated always as (trace(tenant_uuid, 1, lower(primary_email))) stored,
  add column preferred_phone_trace bigint generated always as (trace(tenant_uuid, 2, bare_phone(preferred_phone_number))) stored,
  add column phone_trace bigint generated always as (trace(tenant_uuid, 2, bare_phone(phone_number))) stored,
  add column identity_trace bigint generated always as (trace(tenant_uuid, 3, bare_identity(identity_id))) stored;
alter table contacts
  alter column preferred_email_trace drop expression,
  alter column primary_email_trace drop expression,
  alter column preferred_phone_trace drop expression,
  alter column phone_trace drop expression,
  alter column identity_trace drop expression;

create or replace function contacts_describe() returns trigger language plpgsql as $$
begin
  new.search_text := lower(public.unaccent('public.unaccent'::regdictionary, concat_ws(' ',
    new.first_name, new.middle_name, new.paternal_last_name, new.maternal_last_name,
    new.display_name, new.alias, new.preferred_email, new.primary_email, new.identity_id,
    case when new.identity_id ~ '[^0-9A-Za-z]' then bare_identity(new.identity_id) end,
    new.preferred_phone_number ->> 'phoneNumber', new.phone_number ->> 'phoneNumber')));
  new.first_name_key := lower(public.unaccent('public.unaccent'::regdictionary, new.first_name));
  new.last_name_key := lower(public.unaccent('public.unaccent'::regdictionary, new.paternal_last_name));
  new.preferred_email_trace := trace(new.tenant_uuid, 1, lower(new.preferred_email));
  new.primary_email_trace := trace(new.tenant_uuid, 1, lower(new.primary_email));
  new.preferred_phone_trace := trace(new.tenant_uuid, 2, bare_phone(new.preferred_phone_number));
  new.phone_trace := trace(new.tenant_uuid, 2, bare_phone(new.phone_number));
  new.identity_trace := trace(new.tenant_uuid, 3, bare_identity(new.identity_id));
  new.annual_income_amount := new.annual_income;
  new.liquid_net_worth_amount := new.liquid_net_worth;
  new.total_net_worth_amount := new.total_net_worth;
  return new;
end
$$;

create index contacts_by_preferred_email on contacts (preferred_email_trace) where preferred_email_trace is not null;
create index contacts_by_primary_email on contacts (primary_email_trace) where primary_email_trace is not null;
create index contacts_by_preferred_phone on contacts (preferred_phone_trace) where preferred_phone_trace is not null;
create index contacts_by_phone on contacts (phone_trace) where phone_trace is not null;
create index contacts_by_identity on contacts (identity_trace) where identity_trace is not null;
drop function contacts_alike;
