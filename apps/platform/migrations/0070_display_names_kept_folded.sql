-- The name that is shown is kept folded, as the others are: lists that are sorted by it, or look for a part of
-- it, folded the whole column. Rows that are there get theirs from the job that puts texts right; until
-- then theirs is folded as it was.
alter table contacts add column display_name_key text;
call analyse_small_sample('contacts');

create or replace function with_derived(c contacts) returns contacts
  language plpgsql immutable parallel safe
as $$
declare
  identity text := plain_identity(c.identity_id);
  phones text[] := array[plain_phone(c.preferred_phone_number), plain_phone(c.phone_number)];
  emails text[] := array[plain_email(c.preferred_email), plain_email(c.primary_email)];
begin
  c.search_text := fold(concat_ws(' ',
    c.first_name, c.middle_name, c.paternal_last_name, c.maternal_last_name, c.display_name, c.alias,
    c.preferred_email, c.primary_email,
    nullif(emails[1], lower(c.preferred_email)), nullif(emails[2], lower(c.primary_email)),
    c.identity_id, nullif(identity, upper(c.identity_id)),
    c.preferred_phone_number ->> 'phoneNumber', c.phone_number ->> 'phoneNumber',
    phones[1], nullif(phones[2], phones[1])));
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

-- Administrators who were told of logins that are one are not told again.
alter table text_repairs add column tells boolean not null default true;
set local role atrium_platform;
insert into text_repairs (tenant_uuid) select tenant_uuid from tenants
on conflict (tenant_uuid) do update
   set step = 0, after = default, finished_at = null, tells = text_repairs.finished_at is null;
reset role;
