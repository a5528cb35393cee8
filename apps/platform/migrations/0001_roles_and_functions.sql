-- The roles that the platform works as, the extensions, and the functions that every table needs.
--
-- Two roles do all the work of the running platform and own no table:
--   atrium_tenant    sees the rows of the one tenant that its transaction named
--   atrium_platform  sees the rows of every tenant: sign-ins, the outbox, tenant records
-- The login of DATABASE_URL owns the tables, may become either role, and by itself sees no row.

do $$
begin
  if not exists (select from pg_roles where rolname = 'atrium_tenant') then
    create role atrium_tenant nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'atrium_platform') then
    create role atrium_platform nologin;
  end if;
  if not pg_has_role(current_user, 'atrium_tenant', 'SET') then
    grant atrium_tenant to current_user with inherit false, set true;
  end if;
  if not pg_has_role(current_user, 'atrium_platform', 'SET') then
    grant atrium_platform to current_user with inherit false, set true;
  end if;
end
$$;

grant usage on schema public to atrium_tenant, atrium_platform;

create extension if not exists unaccent;      -- compares texts without their accents
create extension if not exists pg_trgm;       -- indexes for searches of a part of a text
create extension if not exists btree_gin;     -- the tenant in the same index as the text
create extension if not exists fuzzystrmatch; -- counts the letters by which two words differ

-- Row-level security ------------------------------------------------------------------------

-- Returns the tenant of the transaction; raises an error when none was set.
create function current_tenant() returns uuid
  language sql stable parallel safe
  return current_setting('atrium.tenant')::uuid;

-- Puts a table behind row-level security. Every table with a tenant_uuid calls it.
create procedure protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to atrium_tenant, current_user using (tenant_uuid = current_tenant()) with check (tenant_uuid = current_tenant())', target);
  execute format('create policy platform on %s to atrium_platform using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to atrium_tenant, atrium_platform', target);
end
$$;

-- Statistics ----------------------------------------------------------------------------------

-- Lets the columns of a table be analysed by a sample of 3,000 rows instead of 30,000, except those
-- that are not analysed at all.
create procedure analyse_small_sample(target regclass) language plpgsql as $$
declare
  col name;
begin
  for col in
    select attname from pg_attribute
     where attrelid = target and attnum > 0 and not attisdropped and attstattarget is distinct from 0
  loop
    execute format('alter table %s alter column %I set statistics 10', target, col);
  end loop;
end
$$;

-- Times ---------------------------------------------------------------------------------------

-- Returns the time of a change. The demo data sets it for its transactions, to have a history.
create function change_time() returns timestamptz
  language sql stable parallel safe
  return coalesce(nullif(current_setting('atrium.change_time', true), '')::timestamptz, now());

-- Writes the time of a record as the API answers it: UTC, without a zone.
create function record_time(timestamptz) returns text
  language sql immutable strict parallel safe
  return to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS');

-- The trigger function of tables with an updated_at.
create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := change_time();
  return new;
end
$$;

-- Texts ---------------------------------------------------------------------------------------

-- Returns a text in the form that is searched, sorted and compared: lower case, no accents. In
-- plpgsql, which a session compiles once; SQL that cannot be inlined is planned by each statement.
create function fold(text) returns text
  language plpgsql immutable strict parallel safe
as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, $1));
end
$$;

-- Joins texts by spaces, without the nulls: concat_ws, which is not declared immutable, for
-- generated columns.
create function join_words(variadic text[]) returns text
  language plpgsql immutable parallel safe
as $$
begin
  return array_to_string($1, ' ');
end
$$;

-- Errors --------------------------------------------------------------------------------------

-- Ends a statement because of a bad field. The field, the code and the sentence become a 400.
create function refuse(field text, code text, sentence text) returns text language plpgsql as $$
begin
  raise exception using errcode = 'AT400', message = field, hint = code, detail = sentence;
end
$$;
