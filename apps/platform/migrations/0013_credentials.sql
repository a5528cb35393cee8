-- Credentials by which machines call the API.

-- A credential has an account and one session, both under its own identifier, so that a machine
-- enters a tenant as a person does. The account has neither a password nor a login e-mail; in
-- their place the credential has a client id and secrets, which are kept as hashes.
create table credentials (
  tenant_uuid uuid not null,
  credential_uuid uuid not null,
  client_id text not null,
  name text not null,
  roles text[] not null,
  secret_hash bytea not null,
  -- The secret before the last rotation.
  previous_secret_hash bytea,
  previous_secret_until timestamptz,
  expires_at timestamptz,
  last_used_at timestamptz,
  -- When an event last told that a token was issued.
  issue_recorded_at timestamptz,
  created_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  primary key (tenant_uuid, credential_uuid),
  foreign key (tenant_uuid, credential_uuid) references accounts on delete cascade
);
create unique index credentials_by_client_id on credentials (client_id);
call protect('credentials');
