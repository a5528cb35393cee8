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
