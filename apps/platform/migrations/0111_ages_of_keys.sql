-- Since when each key is in use, rows of the platform: a mark of the key, which does not lead back to it.
create table key_ages (
  tenant_uuid uuid not null,
  name text not null,
  mark text not null,
  since timestamptz not null default now(),
  primary key (tenant_uuid, name, mark)
);
call protect('key_ages');
