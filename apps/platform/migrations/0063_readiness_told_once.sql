-- What is missing and what is wrong for onboarding is told here alone: the columns that lists are
-- filtered by count it, and a contact's own answer names it.

-- Returns what is missing of a contact, as fields of the API, by step of onboarding and in their order.
create function missing_of(c contacts) returns table (step text, field text)
  language sql immutable parallel safe
as $$
  select rule.step, rule.field
    from (values
      ('SALES', 'dateOfBirth', c.date_of_birth is null),
      ('SALES', 'gender', coalesce(c.gender, '') = ''),
      ('SALES', 'maritalStatus', coalesce(c.marital_status, '') = ''),
      ('SALES', 'identityType', coalesce(c.identity_type, '') = ''),
      ('SALES', 'identityId', coalesce(c.identity_id, '') = ''),
      ('SALES', 'identityCountry', coalesce(c.identity_country, '') = ''),
      ('SALES', 'countryOfBirth', coalesce(c.country_of_birth, '') = ''),
      ('SALES', 'countryOfCitizenship', coalesce(c.country_of_citizenship, '') = ''),
      ('SALES', 'annualIncome', coalesce(c.annual_income, '') = ''),
      ('SALES', 'liquidNetWorth', coalesce(c.liquid_net_worth, '') = ''),
      ('SALES', 'totalNetWorth', coalesce(c.total_net_worth, '') = ''),
      ('SALES', 'stageName', coalesce(c.stage_name, '') = ''),
      ('SALES', 'addresses', not c.addresses @> '[{"contactAddressType": "SALES"}]'),
      ('COMPLIANCE', 'phoneNumber', c.phone_number is null),
      ('COMPLIANCE', 'primaryCountryOfCitizenship', coalesce(c.primary_country_of_citizenship, '') = ''),
      ('COMPLIANCE', 'relatedToPEP', c.related_to_pep is null),
      ('COMPLIANCE', 'directorOrTenPercentShareholder', c.director_or_ten_percent_shareholder is null),
      ('COMPLIANCE', 'identityDocuments', coalesce(c.identity_documents, '[]') = '[]'),
      ('COMPLIANCE', 'currentEmployment', c.current_employment is null),
      ('COMPLIANCE', 'pepEntries', c.related_to_pep is true and coalesce(c.pep_entries, '[]') = '[]'),
      ('COMPLIANCE', 'addresses', not c.addresses @> '[{"contactAddressType": "COMPLIANCE"}]'),
      ('PRIMARY_EMAIL', 'primaryEmail', coalesce(c.primary_email, '') = ''),
      ('CREDENTIALS', 'credentialsInitializedAt', c.credentials_initialized_at is null)
    ) rule (step, field, is_missing)
   where rule.is_missing
$$;

-- Returns what is wrong with a contact on any day, whatever the lists of its tenant: a RUT with another check
-- digit, and a post-office box, which is no residence; the word differs by country.
create function faults_of(c contacts) returns table (step text, field text, code text)
  language sql immutable parallel safe
as $$
  select 'SALES', 'identityId', 'INVALID_FORMAT'
   where c.identity_type = 'CHILE_RUT' and not is_rut(c.identity_id)
  union all
  select 'COMPLIANCE', 'addresses[' || a.place - 1 || '].streetName', 'POST_OFFICE_BOX'
    from jsonb_array_elements(c.addresses) with ordinality a (address, place)
   where a.address ->> 'contactAddressType' = 'COMPLIANCE'
     and a.address ->> 'streetName' ~* '(^|[^a-z0-9_])(p\.? ?o\.? ?box|casilla|apartado( postal)?)($|[^a-z0-9_])'
$$;

create or replace function contacts_set_readiness() returns trigger language plpgsql as $$
begin
  new.missing_count := (select count(*) from missing_of(new));
  new.has_invalid := exists (select from faults_of(new));
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

-- Nothing refuses a statement from within it any more.
drop function refuse(text, text, text);
