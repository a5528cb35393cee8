-- Nearly all addresses are ASCII: those need no call of a function. A dotted capital I is an i.
create function plain_foreign_email(text) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  plain text := $1;
  domain text;
begin
  if octet_length(plain) = length(plain) then return lower(plain); end if;
  plain := replace(lower(replace(normalize(plain, NFC), 'İ', 'i')), 'ς', 'σ');
  domain := substring(plain from '@([^@]*)$');
  if octet_length(domain) = length(domain) or domain is null then return plain; end if;
  return left(plain, -length(domain)) || (
    select string_agg(case when octet_length(label) = length(label) then label
                           else 'xn--' || public.punycode(label) end, '.' order by place)
      from regexp_split_to_table(
             normalize(regexp_replace(normalize(domain, NFKC),
               '['
    '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff'
               ']+', '', 'g'), NFC), '[.。]') with ordinality as l (label, place));
end
$$;

create or replace function plain_email(text) returns text
  language sql immutable parallel safe
  return case when octet_length($1) = length($1) then lower($1) else plain_foreign_email($1) end;

-- Returns a contact with the columns that are derived from others. What identifies is found as it is
-- written, and plain.
create function with_derived(c contacts) returns contacts
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

create or replace function contacts_set_derived() returns trigger language plpgsql as $$
begin
  return with_derived(new);
end
$$;

-- To write a text in another form is no change of its record.
create or replace function set_updated_at() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('atrium.puts_texts_right', true), '') <> 'on' then
    new.updated_at := change_time();
  end if;
  return new;
end
$$;

-- The firms whose texts are older than the one form, and how far they were put right.
create table text_repairs (
  tenant_uuid uuid primary key references tenants,
  -- The table that is at work, by its place in the list, and its last row that is done.
  step integer not null default 0,
  after uuid not null default '00000000-0000-0000-0000-000000000000',
  finished_at timestamptz
);
call protect('text_repairs');

-- Logins whose addresses are one in their plain form, and which both stay.
create table login_conflicts (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  primary key (tenant_uuid, user_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on update cascade on delete cascade
);
call protect('login_conflicts');

set local role atrium_platform;
insert into text_repairs (tenant_uuid) select tenant_uuid from tenants;
update tenants t set code = normalize(code, NFC), name = normalize(name, NFC)
 where (code is not nfc normalized or name is not nfc normalized)
   and not exists (select from tenants o where o.tenant_uuid <> t.tenant_uuid
                      and lower(normalize(o.code, NFC)) = lower(normalize(t.code, NFC)));

-- The first of several that are one takes the plain form, unless somebody has it.
update login_emails l set email_folded = plain_email(email_folded)
 where plain_email(email_folded) <> email_folded
   and not exists (select from login_emails o
                    where (octet_length(o.email_folded) > length(o.email_folded)
                           or o.email_folded = plain_email(l.email_folded))
                      and plain_email(o.email_folded) = plain_email(l.email_folded)
                      and (o.email_folded = plain_email(l.email_folded) or o.email_folded < l.email_folded));
insert into login_conflicts (tenant_uuid, user_uuid)
select tenant_uuid, user_uuid from login_emails where plain_email(email_folded) <> email_folded;
insert into login_conflicts (tenant_uuid, user_uuid)
select o.tenant_uuid, o.user_uuid
  from login_emails l join login_emails o on o.email_folded = plain_email(l.email_folded)
 where plain_email(l.email_folded) <> l.email_folded
    on conflict do nothing;
update freed_login_emails set email_folded = plain_email(email_folded)
 where plain_email(email_folded) <> email_folded;
insert into refused_addresses (tenant_uuid, address, refused_at)
select tenant_uuid, plain_email(address), refused_at from refused_addresses
 where plain_email(address) <> address
    on conflict do nothing;
delete from refused_addresses where plain_email(address) <> address;
reset role;
