-- What a change of a contact works out anew, in fewer steps: fold is written into the expression that calls it
-- only when what it folds is at hand, and an expression with a query in it starts an executor of its own.
create or replace function with_derived(c contacts) returns contacts
  language plpgsql immutable parallel safe
as $$
declare
  identity text := plain_identity(c.identity_id);
  phones text[] := array[plain_phone(c.preferred_phone_number), plain_phone(c.phone_number)];
  emails text[] := array[plain_email(c.preferred_email), plain_email(c.primary_email)];
  words text := concat_ws(' ',
    c.first_name, c.middle_name, c.paternal_last_name, c.maternal_last_name, c.display_name, c.alias,
    c.preferred_email, c.primary_email,
    nullif(emails[1], lower(c.preferred_email)), nullif(emails[2], lower(c.primary_email)),
    c.identity_id, nullif(identity, upper(c.identity_id)),
    c.preferred_phone_number ->> 'phoneNumber', c.phone_number ->> 'phoneNumber',
    phones[1], nullif(phones[2], phones[1]));
begin
  c.search_text := fold(words);
  c.first_name_key := fold(c.first_name);
  c.last_name_key := fold(c.paternal_last_name);
  c.display_name_key := fold(c.display_name);
  c.preferred_email_duplicate_key := duplicate_key(c.tenant_uuid, 1, emails[1]);
  c.primary_email_duplicate_key := duplicate_key(c.tenant_uuid, 1, emails[2]);
  c.preferred_phone_duplicate_key := duplicate_key(c.tenant_uuid, 2, phones[1]);
  c.phone_duplicate_key := duplicate_key(c.tenant_uuid, 2, phones[2]);
  c.identity_duplicate_key := duplicate_key(c.tenant_uuid, 3, identity);
  c.annual_income_amount := c.annual_income;
  c.liquid_net_worth_amount := c.liquid_net_worth;
  c.total_net_worth_amount := c.total_net_worth;
  return c;
end
$$;

create or replace function contacts_set_readiness() returns trigger language plpgsql as $$
begin
  select (select count(*) from missing_of(new)), exists (select from faults_of(new))
    into new.missing_count, new.has_invalid;
  if new.pep_entries is null then
    new.is_politically_exposed := false;
  else
    new.is_politically_exposed := exists (
      select from jsonb_array_elements(new.pep_entries) entry
       where upper(btrim(coalesce(entry ->> 'relationship', ''))) in ('', 'SELF'));
  end if;
  if new.identity_documents is null then
    new.document_dates := '{}';
  else
    new.document_dates := array(
      -- The year 0, which dates of the API may have, is none of PostgreSQL's.
      select greatest(document #>> '{specificationData,expirationDate}', '0001-01-01' collate "C")::date as expires
        from jsonb_array_elements(new.identity_documents) document
       where document #>> '{specificationData,expirationDate}' <> ''
       order by expires);
  end if;
  return new;
end
$$;
