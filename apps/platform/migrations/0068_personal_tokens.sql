-- Tokens that people make for their programs, and what a machine's credential is held to.

-- A token is a session of its person: whatever ends the person's sessions ends it, and entering a
-- tenant checks it as any other. It is in no list of sessions and does not end by signing out.
alter table sessions add column is_token boolean not null default false;

create table personal_tokens (
  tenant_uuid uuid not null,
  token_uuid uuid not null,
  name text not null,
  scopes text[] not null,
  token_hash bytea not null,
  created_at timestamptz not null default change_time(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  primary key (tenant_uuid, token_uuid),
  foreign key (tenant_uuid, token_uuid) references sessions on delete cascade,
  constraint personal_tokens_once unique (token_hash)
);
call protect('personal_tokens');

-- Null where the credential may all that its roles may.
alter table credentials add column scopes text[];
