-- Where a firm is reached, what began under which of its addresses, and how its mails look.

alter table tenant_domains
  -- When the platform itself last reached the domain over https.
  add column reached_at timestamptz,
  -- The domain is proven again and again: the next time, the tries that failed in a row, and since
  -- when it counts as unproved.
  add column proof_due_at timestamptz not null default now() + interval '1 day',
  add column proof_failures int not null default 0,
  add column unproved_since timestamptz;

-- The firm's domain at which a session with a cookie began, and whose it was then.
alter table sessions
  add column host text,
  add column host_tenant_uuid uuid;
create index sessions_by_host on sessions (host) where host is not null and revoked_at is null;

-- Whose the host of a passkey was when it was made: it signs nobody in while the host is another's.
alter table passkeys add column host_tenant_uuid uuid;
set local role atrium_platform;
update passkeys p set host_tenant_uuid = coalesce(
  (select d.tenant_uuid from tenant_domains d where d.domain = p.rp_id and d.proven_at is not null),
  p.tenant_uuid);
reset role;
alter table passkeys alter column host_tenant_uuid set not null;

alter table password_tokens
  -- FIRST for the link that begins an account, RESET for one that sets a new password.
  add column kind text not null default 'RESET' check (kind in ('FIRST', 'RESET')),
  -- The firm's domain that the link names; null for the platform's own address.
  add column domain text;
create index password_tokens_by_domain on password_tokens (domain)
  where domain is not null and used_at is null;

-- When the owner of an expired link asked for a new one: so often an hour, and no more.
create table link_renewals (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  renewal_uuid uuid not null,
  asked_at timestamptz not null default now(),
  primary key (tenant_uuid, user_uuid, renewal_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade on update cascade
);
call protect('link_renewals');

-- The browser that began a consent, by the hash of its cookie.
alter table calendar_authorizations add column browser_hash bytea;

-- The logo as mail programs show it: the logo itself, or what was drawn of it. Those that are to be
-- drawn of logos published before are drawn at the next start.
alter table brandings add column mail_logo text;
set local role atrium_platform;
update brandings set mail_logo = logo where logo ~ '\.(png|jpg)$';
reset role;

-- How a firm's mails name their sender and where answers go; a reply address is used once its owner
-- has confirmed it by the mailed link, of which the hash is kept.
create table tenant_mail (
  tenant_uuid uuid primary key references tenants,
  sender_name text,
  reply_to text,
  confirmed_at timestamptz,
  token_hash bytea,
  token_expires_at timestamptz
);
create unique index tenant_mail_by_token on tenant_mail (token_hash) where token_hash is not null;
call protect('tenant_mail');
