-- An identity provider keeps a tenant's staff and groups in step (SCIM 2.0, RFC 7643 and 7644).

alter table staff_members
  add column external_id text,
  -- Since when the provider has the person no longer.
  add column deprovisioned_at timestamptz,
  -- Set while groups alone make the person an administrator: what the person is without them.
  add column staff_type_without_groups text;
create index staff_members_external_id on staff_members (tenant_uuid, external_id)
 where external_id is not null;

-- A token is a session of an account of its own, as a credential's are.
create table provisioning_tokens (
  tenant_uuid uuid not null,
  token_uuid uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default change_time(),
  primary key (tenant_uuid, token_uuid),
  foreign key (tenant_uuid, token_uuid) references sessions on delete cascade,
  constraint provisioning_tokens_once unique (token_hash)
);
call protect('provisioning_tokens');

create table groups (
  tenant_uuid uuid not null references tenants,
  group_uuid uuid not null,
  display_name text not null,
  external_id text,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  primary key (tenant_uuid, group_uuid)
);
-- Roles are given by names, so no two groups share one.
create unique index groups_name_taken on groups (tenant_uuid, lower(display_name));
call protect('groups');

create table group_members (
  tenant_uuid uuid not null,
  group_uuid uuid not null,
  staff_uuid uuid not null,
  primary key (tenant_uuid, group_uuid, staff_uuid),
  foreign key (tenant_uuid, group_uuid) references groups on delete cascade,
  foreign key (tenant_uuid, staff_uuid) references staff_members on delete cascade
);
create index group_members_staff on group_members (tenant_uuid, staff_uuid);
call protect('group_members');
