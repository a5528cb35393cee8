-- Firms sign their staff in by their own identity provider (OpenID Connect).

-- The connection of a firm. Another issuer or client is another connection, by which nobody has signed
-- in yet. `metadata` is what the issuer's discovery document says of its addresses.
create table sso_connections (
  tenant_uuid uuid primary key references tenants,
  connection_uuid uuid not null,
  is_active boolean not null default false,
  issuer text,
  client_id text,
  sealed_secret text,
  sign_in text not null default 'ANY' check (sign_in in ('ANY', 'SSO_ONLY')),
  create_staff boolean not null default false,
  default_roles text[] not null default '{TENANT_STAFF}',
  group_roles jsonb not null default '[]',
  groups_claim text default 'groups',
  break_glass uuid[] not null default '{}',
  trusts_second_factor boolean not null default false,
  metadata jsonb,
  saved_by uuid
);
call protect('sso_connections');

-- The e-mail domains of a firm's people. One that is proven belongs to one firm alone.
create table sso_domains (
  tenant_uuid uuid not null references tenants,
  domain text not null,
  ordinal integer not null,
  challenge text not null,
  proven_at timestamptz,
  proof_due_at timestamptz not null default now() + interval '1 day',
  proof_failures integer not null default 0,
  primary key (tenant_uuid, domain)
);
call protect('sso_domains');
create unique index sso_domains_taken on sso_domains (domain) where proven_at is not null;

-- Whom the provider knows by which subject.
create table sso_subjects (
  tenant_uuid uuid not null,
  issuer text not null,
  subject text not null,
  user_uuid uuid not null,
  primary key (tenant_uuid, issuer, subject),
  foreign key (tenant_uuid, user_uuid) references accounts on update cascade on delete cascade,
  constraint sso_subjects_once unique (tenant_uuid, user_uuid)
);
call protect('sso_subjects');

-- The sessions that began at the provider, with what it is asked by whether they may go on.
create table sso_sessions (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  connection_uuid uuid not null,
  sealed_refresh_token text,
  sealed_id_token text,
  asked_at timestamptz not null default now(),
  away_since timestamptz,
  primary key (tenant_uuid, session_uuid),
  foreign key (tenant_uuid, session_uuid) references sessions on delete cascade
);
call protect('sso_sessions');

-- The sign-ins whose answer was taken: each is taken once.
create table spent_sso_states (
  tenant_uuid uuid not null,
  state_hash bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_uuid, state_hash)
);
call protect('spent_sso_states');

-- What the provider handed out, sealed, while a sign-in waits for the second factor.
alter table sign_in_challenges add column sealed_sso text;

-- Tokens of somebody whom the provider let go rest until the person signs in again.
alter table personal_tokens add column rested_at timestamptz;

-- True where the firm takes the provider's word that a second factor was used.
alter table sessions add column factor_by_provider boolean not null default false;

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
  new.lacks_factor := not new.factor_by_provider and lacks_factor(new.tenant_uuid, new.user_uuid);
  return new;
end
$$;

create or replace function update_sessions_of_factor() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  update sessions s
     set lacks_factor = not s.factor_by_provider and lacks_factor(s.tenant_uuid, s.user_uuid)
   where s.tenant_uuid = changed.tenant_uuid and s.user_uuid = changed.user_uuid
     and s.revoked_at is null;
  return null;
end
$$;

create or replace function update_sessions_of_policy() returns trigger language plpgsql as $$
begin
  perform from tenants t where t.tenant_uuid = new.tenant_uuid for no key update;
  update sessions s
     set lacks_factor = not s.factor_by_provider and lacks_factor(s.tenant_uuid, s.user_uuid)
   where s.tenant_uuid = new.tenant_uuid and s.revoked_at is null;
  return null;
end
$$;
