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
