-- Tenants, who can sign in to them, their sessions, and what keeps repeated requests apart.

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
create trigger tenants_set_updated_at before update on tenants for each row execute function set_updated_at();
-- The platform's own tenant, to which the system administrators belong.
insert into tenants (tenant_uuid, name, code)
values ('00000000-0000-4000-8000-000000000001', 'Platform', 'PLATFORM');
call protect('tenants');

-- The domain under which a tenant is reached, in lower case and punycode. Until its owner has
-- proven it (where that is asked for), it neither shows the tenant nor is it taken.
create table tenant_domains (
  tenant_uuid uuid primary key references tenants,
  domain text not null,
  active boolean not null,
  -- The value that the owner publishes in a DNS TXT record.
  challenge text not null,
  proven_at timestamptz,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time()
);
create unique index tenant_domains_taken on tenant_domains (domain) where proven_at is not null;
create trigger tenant_domains_set_updated_at before update on tenant_domains
  for each row execute function set_updated_at();
call protect('tenant_domains');

-- Tenants that are being removed for good, or were. The rows belong to the platform's tenant. A
-- removal that was interrupted goes on from here.
create table tenant_purges (
  tenant_uuid uuid not null references tenants,
  purged_tenant_uuid uuid not null,
  actor_type text not null,
  actor_id uuid,
  -- How much was removed, by table or store.
  removed jsonb not null default '{}',
  started_at timestamptz not null default now(),
  rows_removed_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_uuid, purged_tenant_uuid)
);
call protect('tenant_purges');

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
create trigger accounts_set_updated_at before update on accounts for each row execute function set_updated_at();
call protect('accounts');

-- The e-mail addresses that people sign in with, unique over all tenants. The row is deleted with
-- its account, also when that is deleted softly.
create table login_emails (
  email_folded text constraint login_emails_taken primary key,
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create unique index login_emails_by_account on login_emails (tenant_uuid, user_uuid);
call protect('login_emails');

-- Every request asks whether its session may still be used. The row answers that alone: it says
-- whether the user and the tenant are active, and triggers keep that true.
create table sessions (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  user_uuid uuid not null,
  user_active boolean not null,
  tenant_active boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_uuid, session_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create index sessions_by_account on sessions (tenant_uuid, user_uuid) where revoked_at is null;
create index sessions_by_expiry on sessions (expires_at);
call protect('sessions');

-- A new session locks both rows that it reads, so that no change of them is missed.
create function sessions_set_active() returns trigger language plpgsql as $$
declare
  partner uuid;
begin
  select t.is_active and t.deleted_at is null into new.tenant_active
    from tenants t where t.tenant_uuid = new.tenant_uuid for share;
  select a.is_active and a.deleted_at is null, a.partner_uuid into new.user_active, partner
    from accounts a where a.tenant_uuid = new.tenant_uuid and a.user_uuid = new.user_uuid for share;
  if partner is not null then
    perform from partners p
      where p.tenant_uuid = new.tenant_uuid and p.partner_uuid = partner for share;
    new.user_active := new.user_active and partner_active(new.tenant_uuid, partner);
  end if;
  return new;
end
$$;
create trigger sessions_set_active before insert on sessions
  for each row execute function sessions_set_active();

-- A user is active while the account and the partner it works for are.
create function update_sessions_of_account() returns trigger language plpgsql as $$
begin
  if new.partner_uuid is not null then
    perform from partners p
      where p.tenant_uuid = new.tenant_uuid and p.partner_uuid = new.partner_uuid for share;
  end if;
  update sessions
     set user_active = new.is_active and new.deleted_at is null
                       and partner_active(new.tenant_uuid, new.partner_uuid)
   where tenant_uuid = new.tenant_uuid and user_uuid = new.user_uuid and revoked_at is null;
  return null;
end
$$;
create trigger accounts_update_sessions after update of is_active, deleted_at, partner_uuid on accounts
  for each row execute function update_sessions_of_account();

create function update_sessions_of_tenant() returns trigger language plpgsql as $$
begin
  update sessions set tenant_active = new.is_active and new.deleted_at is null
   where tenant_uuid = new.tenant_uuid and revoked_at is null;
  return null;
end
$$;
create trigger tenants_update_sessions after update of is_active, deleted_at on tenants
  for each row execute function update_sessions_of_tenant();

-- Where an account was signed in from, as a keyed hash: limits on failed sign-ins never stop such an
-- address.
create table known_addresses (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  address_hash bytea not null,
  signed_in_at timestamptz not null default now(),
  primary key (tenant_uuid, user_uuid, address_hash),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create index known_addresses_by_age on known_addresses (signed_in_at);
call protect('known_addresses');

-- Refresh tokens by hash. A used one is kept: its second use shows that it was stolen.
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

-- Links that set a password, by hash; each works once. The links of one request have the same
-- request_uuid, so that a mail which is sent again does not end the link of the first one.
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

-- The answers of POST requests with an Idempotency-Key, kept for 24 hours, so that a repeated
-- request gets the same answer instead of creating a second record.
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

-- Entering a tenant ---------------------------------------------------------------------------

-- Ends a statement with the reason why a caller may not enter. It returns when there is none, as
-- for the platform's own tokens, which have no session.
create function check_entry(home uuid, caller uuid, session uuid) returns void language plpgsql as $$
declare
  user_active boolean;
  tenant_active boolean;
  session_active boolean;
begin
  select a.is_active and a.deleted_at is null and public.partner_active(a.tenant_uuid, a.partner_uuid),
         t.is_active and t.deleted_at is null,
         session is null or exists (
           select from public.sessions s
           where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller
             and s.revoked_at is null
         )
    into user_active, tenant_active, session_active
    from public.accounts a join public.tenants t on t.tenant_uuid = a.tenant_uuid
   where a.tenant_uuid = home and a.user_uuid = caller;
  if user_active is null then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  elsif not tenant_active then
    raise exception 'TENANT_INACTIVE' using errcode = 'AT000';
  elsif not user_active then
    raise exception 'USER_INACTIVE' using errcode = 'AT000';
  elsif not session_active then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  end if;
end
$$;

-- Opens the transaction of a request: it sets the tenant and checks, in the same round trip, that
-- the session, the user and the tenants are active. It returns the tenant, so that a statement can
-- enter by the value of its own first column.
-- Names are qualified instead of setting a search_path, after which PostgreSQL would check the
-- plans of the rest of the transaction again. Assignments of set_config need no query of their own.
create function enter_tenant(tenant uuid, home uuid, caller uuid, session uuid) returns uuid
  language plpgsql security definer as $$
declare
  may_enter boolean;
  done text;
begin
  -- Behind a pooler that changes connections between transactions the role is not taken: a
  -- superuser would see every tenant.
  if pg_catalog.current_setting('role') = 'none' then
    raise exception 'the connection has taken no role';
  end if;
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  select s.user_active and s.tenant_active and s.revoked_at is null into may_enter
    from public.sessions s
   where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller;
  if may_enter is distinct from true then
    perform public.check_entry(home, caller, session);
  end if;
  if tenant <> home then
    done := pg_catalog.set_config('atrium.tenant', tenant::text, true);
    if not exists (select from public.tenants t where t.tenant_uuid = tenant and t.is_active and t.deleted_at is null) then
      raise exception 'TENANT_INACTIVE' using errcode = 'AT000';
    end if;
  end if;
  return tenant;
end
$$;
grant execute on function enter_tenant to atrium_tenant, atrium_platform;
