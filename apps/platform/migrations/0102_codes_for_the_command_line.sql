-- Codes by which a program on a person's own machine begins a session once the person allowed it.

create table authorization_codes (
  tenant_uuid uuid not null,
  code_hash bytea not null,
  -- The session of the person who allowed it.
  session_uuid uuid not null,
  -- The SHA-256 of the verifier that the program keeps, and that of the address the code went to.
  challenge bytea not null,
  redirect_hash bytea not null,
  -- The session that began by it: the code is spent.
  begun_session_uuid uuid,
  expires_at timestamptz not null default now() + interval '60 seconds',
  primary key (tenant_uuid, code_hash),
  foreign key (tenant_uuid, session_uuid) references sessions on delete cascade
);
create unique index authorization_codes_by_hash on authorization_codes (code_hash);
create index authorization_codes_by_session on authorization_codes (tenant_uuid, session_uuid);
create index authorization_codes_by_expiry on authorization_codes (expires_at);
call protect('authorization_codes');
