-- What it costs to write a contact. Each generated column is parsed and prepared anew by every
-- insert, and each index pays for itself only if something searches it.

drop index contacts_by_name, contacts_by_preferred_email, contacts_by_primary_email,
  contacts_by_preferred_phone, contacts_by_phone, contacts_by_identity;
alter table contacts
  -- Staff are never removed but with their tenant; that a manager is live is checked by whoever writes.
  drop constraint contacts_manager_known,
  alter column annual_income_amount drop expression,
  alter column liquid_net_worth_amount drop expression,
  alter column total_net_worth_amount drop expression,
  drop column name_key, drop column preferred_email_key, drop column primary_email_key,
  drop column preferred_phone_key, drop column phone_key, drop column identity_key,
  alter column search_text drop expression;

-- An identity number without the dots and dashes that people type or leave out.
create function bare_identity(text) returns text
  language sql immutable strict parallel safe
  return upper(regexp_replace($1, '[^0-9A-Za-z]', '', 'g'));

-- Everything that a contact is found by, folded, and its amounts as numbers.
create function contacts_describe() returns trigger language plpgsql as $$
begin
  new.search_text := lower(public.unaccent('public.unaccent'::regdictionary, concat_ws(' ',
    new.first_name, new.middle_name, new.paternal_last_name, new.maternal_last_name,
    new.display_name, new.alias, new.preferred_email, new.primary_email, new.identity_id,
    case when new.identity_id ~ '[^0-9A-Za-z]' then bare_identity(new.identity_id) end,
    new.preferred_phone_number ->> 'phoneNumber', new.phone_number ->> 'phoneNumber')));
  new.annual_income_amount := new.annual_income;
  new.liquid_net_worth_amount := new.liquid_net_worth;
  new.total_net_worth_amount := new.total_net_worth;
  return new;
end
$$;
create trigger contacts_describe before insert or update on contacts
  for each row execute function contacts_describe();
set local role atrium_platform;
update contacts set search_text = search_text where identity_id ~ '[^0-9A-Za-z]';
reset role;

-- Live contacts of the transaction's tenant that have something in common with one of them, each
-- with the reason: candidates from the index of texts and names, then compared exactly. See
-- contacts_like for why it looks past the wall and names the tenant itself.
create function contacts_alike(contact uuid) returns table (contact_uuid uuid, reason text)
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
    from me join contacts d on fold(d.paternal_last_name) = fold(me.paternal_last_name)
   where d.tenant_uuid = current_tenant() and d.deleted_at is null
     and fold(d.first_name) = fold(me.first_name)
$$;
grant create on schema public to atrium_platform;
alter function contacts_alike owner to atrium_platform;
revoke create on schema public from atrium_platform;

-- Ends a statement over a bad field: the field, a code and a sentence, which become a 400.
create function refuse(field text, code text, sentence text) returns text language plpgsql as $$
begin
  raise exception using errcode = 'AT400', message = field, hint = code, detail = sentence;
end
$$;

-- Nothing reads the audit trail by entity yet.
drop index events_by_entity;

-- The same check as before; it answers the tenant, so that a statement which writes can enter by
-- the value of its own first column. A connection that never took its role, as behind a proxy that
-- hands out another one for each transaction, is refused: a superuser would look over the wall.
drop function enter_tenant;
create function enter_tenant(tenant uuid, home uuid, caller uuid, session uuid) returns uuid
  language plpgsql security definer as $$
declare
  user_stands boolean;
  tenant_stands boolean;
  session_stands boolean;
begin
  if pg_catalog.current_setting('role') = 'none' then
    raise exception 'the connection has taken no role';
  end if;
  perform pg_catalog.set_config('atrium.tenant', home::text, true);
  select a.is_active and a.deleted_at is null,
         t.is_active and t.deleted_at is null,
         session is null or exists (
           select from public.sessions s
           where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller
             and s.revoked_at is null
         )
    into user_stands, tenant_stands, session_stands
    from public.accounts a join public.tenants t on t.tenant_uuid = a.tenant_uuid
   where a.tenant_uuid = home and a.user_uuid = caller;
  if user_stands is null then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  elsif not tenant_stands then
    raise exception 'TENANT_INACTIVE' using errcode = 'AT000';
  elsif not user_stands then
    raise exception 'USER_INACTIVE' using errcode = 'AT000';
  elsif not session_stands then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  end if;
  if tenant <> home then
    perform pg_catalog.set_config('atrium.tenant', tenant::text, true);
    if not exists (select from public.tenants t where t.tenant_uuid = tenant and t.is_active and t.deleted_at is null) then
      raise exception 'TENANT_INACTIVE' using errcode = 'AT000';
    end if;
  end if;
  return tenant;
end
$$;
grant execute on function enter_tenant to atrium_tenant, atrium_platform;
