-- The wall between tenants, and what every other migration builds on.
--
-- Two roles do all the work of the running platform and own nothing:
--   atrium_tenant    sees the rows of the one tenant that the transaction named
--   atrium_platform  sees every tenant: logins before a tenant is known, the relay, tenant records
-- The login of DATABASE_URL owns the tables, may become either, and by itself sees no row.

do $$
begin
  perform pg_advisory_xact_lock(hashtext('atrium roles'));
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

create extension if not exists unaccent;
create extension if not exists pg_trgm;

grant usage on schema public to atrium_tenant, atrium_platform;

-- Raises unless the transaction named its tenant: with none the database refuses.
create function current_tenant() returns uuid
  language sql stable parallel safe
  return current_setting('atrium.tenant')::uuid;

-- The time of a change. History that is replayed through the verbs may set it for its transaction.
create function change_time() returns timestamptz
  language sql stable parallel safe
  return coalesce(nullif(current_setting('atrium.change_time', true), '')::timestamptz, now());

-- Letter case and accents do not count when people search, sort and compare.
create function fold(text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, $1));

-- A time of a record as the contract writes it: UTC, no zone.
create function record_time(timestamptz) returns text
  language sql immutable strict parallel safe
  return to_char($1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS');

create function touch() returns trigger language plpgsql as $$
begin
  new.updated_at := change_time();
  return new;
end
$$;

-- Puts a table behind the wall. Every table that bears a tenant goes through this.
create procedure protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to atrium_tenant, current_user using (tenant_uuid = current_tenant()) with check (tenant_uuid = current_tenant())', target);
  execute format('create policy platform on %s to atrium_platform using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to atrium_tenant, atrium_platform', target);
end
$$;

create table tenants (
  tenant_uuid uuid primary key,
  name text not null,
  code text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz
);
create unique index tenants_code_taken on tenants (lower(code)) where deleted_at is null;
create index tenants_by_name on tenants (fold(name), created_at);
-- The platform's own tenant, home of the system administrators.
insert into tenants (tenant_uuid, name, code) values ('00000000-0000-4000-8000-000000000001', 'Platform', 'PLATFORM');
create trigger tenants_touch before update on tenants for each row execute function touch();
call protect('tenants');

-- Who can sign in: a staff member, a contact with credentials, or a system administrator. The
-- user_uuid is the identifier of the staff member or contact.
create table accounts (
  tenant_uuid uuid not null references tenants,
  user_uuid uuid not null,
  email text not null,
  password_hash text,
  roles text[] not null,
  partner_uuid uuid,
  display_name text not null,
  language text not null default 'SPANISH',
  is_active boolean not null default true,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  primary key (tenant_uuid, user_uuid)
);
create trigger accounts_touch before update on accounts for each row execute function touch();
call protect('accounts');

-- The one place where a login e-mail is unique over all tenants. A deleted account frees its row.
create table login_emails (
  email_folded text constraint login_emails_taken primary key,
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create unique index login_emails_by_account on login_emails (tenant_uuid, user_uuid);
call protect('login_emails');

create table sessions (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  user_uuid uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_uuid, session_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create index sessions_by_account on sessions (tenant_uuid, user_uuid) where revoked_at is null;
create index sessions_by_expiry on sessions (expires_at);
call protect('sessions');

-- Refresh tokens by hash. One that was used is kept: a second use betrays a theft.
create table refresh_tokens (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (tenant_uuid, session_uuid, token_hash),
  foreign key (tenant_uuid, session_uuid) references sessions on delete cascade
);
create unique index refresh_tokens_by_hash on refresh_tokens (token_hash);
call protect('refresh_tokens');

-- Links that set a password: single use, by hash. request_uuid groups the links of one request,
-- so that a mail which had to be sent again does not void itself.
create table password_tokens (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  token_hash bytea not null,
  request_uuid uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_uuid, user_uuid, token_hash),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create unique index password_tokens_by_hash on password_tokens (token_hash);
call protect('password_tokens');

-- Answers kept for 24 hours, so that a repeated POST replays instead of creating twice.
create table idempotency_keys (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  key text not null,
  request_hash bytea not null,
  answer json not null,
  created_at timestamptz not null default now(),
  primary key (tenant_uuid, user_uuid, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
call protect('idempotency_keys');

-- The audit trail, which is also the outbox: a row is written in the transaction of the change it
-- tells of, and handed to analytics later. Attributes are ids, counts and enum values only. No
-- foreign key to the tenant, here and above: every writer of a tenant would lock its one row.
create table events (
  tenant_uuid uuid not null,
  event_uuid uuid not null,
  event_type text not null,
  occurred_at timestamptz not null default change_time(),
  actor_type text not null,
  actor_id uuid,
  entity_type text,
  entity_id uuid,
  attributes jsonb not null default '{}',
  recorded_at timestamptz not null default now(),
  delivered_at timestamptz,
  refused_reason text,
  primary key (tenant_uuid, event_uuid)
);
create index events_undelivered on events (event_uuid) where delivered_at is null;
create index events_by_entity on events (tenant_uuid, entity_id, occurred_at);
call protect('events');

-- Opens a request's transaction: names the tenant, and checks in the same round trip that the
-- session, the user and the tenants still stand. A token outlives none of them.
-- Names are written out in full, since setting a search_path for the call would make PostgreSQL
-- check the plans of the rest of the transaction again.
create function enter_tenant(tenant uuid, home uuid, caller uuid, session uuid) returns void
  language plpgsql security definer as $$
declare
  user_stands boolean;
  tenant_stands boolean;
  session_stands boolean;
begin
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
end
$$;
grant execute on function enter_tenant to atrium_tenant, atrium_platform;
