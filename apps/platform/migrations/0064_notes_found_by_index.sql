-- A search of notes reads its index: the pattern is compared by a function that works as atrium_platform and
-- names the tenant itself, as contacts_like does, since behind row-level security LIKE reads every note.
drop index notes_by_text;
create index notes_by_text on notes using gin (search_text gin_trgm_ops, tenant_uuid)
  with (fastupdate = off) where deleted_at is null;

-- Returns the live notes of the transaction's tenant whose text matches a pattern of LIKE.
create function notes_like(pattern text) returns setof uuid
  language sql stable rows 200 security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
  select note_uuid from notes
   where tenant_uuid = current_tenant() and deleted_at is null and search_text like pattern
$$;
grant create on schema public to atrium_platform;
alter function notes_like owner to atrium_platform;
revoke create on schema public from atrium_platform;
