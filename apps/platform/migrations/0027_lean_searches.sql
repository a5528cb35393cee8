-- Whether anything of some kinds was recorded in the transaction's tenant that a snapshot does not
-- see. Asked by every list, so its plan is made once for a session; it is only good by the index.
create function changed_since(seen pg_snapshot, kinds text[]) returns boolean
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  return exists (
    select from events
     where recorded_in >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(recorded_in, seen)
       and entity_type = any(kinds));
end
$$;

-- A manager's clients in the order in which they are shown.
drop index contacts_by_manager;
create index contacts_by_manager on contacts (tenant_uuid, contact_manager_entity_uuid, created_at, contact_uuid)
  where deleted_at is null;

grant create on schema public to atrium_platform;
set local role atrium_platform;
-- As before, but each trace is looked up by the end that tells most, of an e-mail before the @: every
-- letter more is a list more that the index goes through, and who shares a mail server are many.
create or replace function contacts_alike(contact uuid) returns table (contact_uuid uuid, reason text)
  language sql stable rows 20 security definer set search_path = public, pg_temp
as $$
  with me as (
    select * from contacts c where c.tenant_uuid = current_tenant() and c.contact_uuid = contact
  ),
  traces as (
    select 'SAME_EMAIL' as reason, lower(email) as trace,
           coalesce(substring(fold(email) from '[^@]{0,2}[[:alnum:]]{3}@'), fold(email)) as text
      from me, unnest(array[preferred_email, primary_email]) as email
    union
    select 'SAME_PHONE', (phone ->> 'phoneCountryCode') || (phone ->> 'phoneNumber'), right(phone ->> 'phoneNumber', 5)
      from me, unnest(array[preferred_phone_number, phone_number]) as phone
    union
    select 'SAME_IDENTITY', bare_identity(identity_id), right(fold(bare_identity(identity_id)), 5) from me
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
-- The index that the list of names is read by could answer this too, from end to end.
alter function households_like(text) set enable_indexonlyscan = off;
alter function households_like(text) set enable_indexscan = off;
reset role;
revoke create on schema public from atrium_platform;
