-- Second factors: time-based codes, passkeys and recovery codes; sign-ins that wait for one; and the
-- sessions of people who must set one up first.

-- Secrets of time-based codes (RFC 6238), sealed. A new one is pending until its first code came, and
-- the one before it counts until then.
create table totp_secrets (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  secret text,
  pending_secret text,
  -- The time steps whose code was used, as far as they could come again.
  used_steps bigint[] not null default '{}',
  primary key (tenant_uuid, user_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
call protect('totp_secrets');

-- Passkeys (WebAuthn). Each belongs to the host that it was made for.
create table passkeys (
  tenant_uuid uuid not null,
  passkey_uuid uuid not null,
  user_uuid uuid not null,
  name text not null,
  rp_id text not null,
  credential_id bytea not null,
  -- As the authenticator gave it (COSE).
  public_key bytea not null,
  -- How often the authenticator has signed; a number that does not grow tells of a copy.
  sign_count bigint not null,
  transports text[] not null,
  created_at timestamptz not null default change_time(),
  last_used_at timestamptz,
  primary key (tenant_uuid, passkey_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create unique index passkeys_taken on passkeys (credential_id);
create index passkeys_by_account on passkeys (tenant_uuid, user_uuid);
call protect('passkeys');

-- Recovery codes by hash; a used one is deleted. They are random, so a plain hash is enough.
create table recovery_codes (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  code_hash bytea not null,
  primary key (tenant_uuid, user_uuid, code_hash),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
call protect('recovery_codes');

-- Sign-ins whose password was right and that wait for the second factor, by the hash of their
-- challenge. The row is deleted when it is answered or was tried too often.
create table sign_in_challenges (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  challenge_hash bytea not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  primary key (tenant_uuid, user_uuid, challenge_hash),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create unique index sign_in_challenges_by_hash on sign_in_challenges (challenge_hash);
create index sign_in_challenges_by_expiry on sign_in_challenges (expires_at);
call protect('sign_in_challenges');

-- Challenges of passkeys that were answered, by hash, until they expire. They are signed, so that
-- nothing is kept of those that are never answered.
create table spent_passkey_challenges (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  challenge_hash bytea not null,
  expires_at timestamptz not null default now() + interval '10 minutes',
  primary key (tenant_uuid, user_uuid, challenge_hash),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create unique index spent_passkey_challenges_once on spent_passkey_challenges (challenge_hash);
create index spent_passkey_challenges_by_expiry on spent_passkey_challenges (expires_at);
call protect('spent_passkey_challenges');

-- Whose tenant requires a second factor and who has none ----------------------------------------

-- Recovery codes alone are no second factor. Machines have no login e-mail and need none.
create function lacks_factor(tenant uuid, person uuid) returns boolean language sql stable as $$
  select exists (
           select from public.tenant_security p
            where p.tenant_uuid = tenant and p.second_factor = 'REQUIRED')
     and exists (
           select from public.login_emails l
            where l.tenant_uuid = tenant and l.user_uuid = person)
     and not exists (
           select from public.totp_secrets t
            where t.tenant_uuid = tenant and t.user_uuid = person and t.secret is not null)
     and not exists (
           select from public.passkeys k where k.tenant_uuid = tenant and k.user_uuid = person)
$$;

-- The row of a session answers this too, and triggers keep it true.
alter table sessions add column lacks_factor boolean not null default false;

create or replace function sessions_set_active() returns trigger language plpgsql as $$
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
  new.lacks_factor := lacks_factor(new.tenant_uuid, new.user_uuid);
  return new;
end
$$;

-- The tenant's row is locked as by a new session, so that none is missed.
create function update_sessions_of_policy() returns trigger language plpgsql as $$
begin
  perform from tenants t where t.tenant_uuid = new.tenant_uuid for no key update;
  update sessions s set lacks_factor = lacks_factor(s.tenant_uuid, s.user_uuid)
   where s.tenant_uuid = new.tenant_uuid and s.revoked_at is null;
  return null;
end
$$;
create trigger tenant_security_update_sessions after insert or update of second_factor on tenant_security
  for each row execute function update_sessions_of_policy();

create function update_sessions_of_factor() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  update sessions s set lacks_factor = lacks_factor(s.tenant_uuid, s.user_uuid)
   where s.tenant_uuid = changed.tenant_uuid and s.user_uuid = changed.user_uuid
     and s.revoked_at is null;
  return null;
end
$$;
create trigger totp_secrets_update_sessions after insert or update of secret or delete on totp_secrets
  for each row execute function update_sessions_of_factor();
create trigger passkeys_update_sessions after insert or delete on passkeys
  for each row execute function update_sessions_of_factor();

-- Opens the transaction of a request as before. One who must set up a second factor first enters
-- only to do that.
drop function enter_tenant(uuid, uuid, uuid, uuid);
create function enter_tenant(
  tenant uuid, home uuid, caller uuid, session uuid, sets_up boolean default false
) returns uuid language plpgsql security definer as $$
declare
  may_enter boolean;
  factor_missing boolean;
  done text;
begin
  -- Behind a pooler that changes connections between transactions the role is not taken: a
  -- superuser would see every tenant.
  if pg_catalog.current_setting('role') = 'none' then
    raise exception 'the connection has taken no role';
  end if;
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  select s.user_active and s.tenant_active and s.revoked_at is null
         and case when s.by_cookie then not public.session_idle(home, s.used_at) else true end,
         s.lacks_factor and not sets_up
    into may_enter, factor_missing
    from public.sessions s
   where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller;
  if may_enter is distinct from true then
    perform public.check_entry(home, caller, session);
  end if;
  if factor_missing then
    raise exception 'SECOND_FACTOR_SETUP_REQUIRED' using errcode = 'AT000';
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
