-- A tenant's own lists of values: stages, sources and segments of contacts. A tenant that never
-- replaced a list has no row and uses the platform's.
create table value_lists (
  tenant_uuid uuid not null references tenants,
  list text not null,
  entries jsonb not null,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  primary key (tenant_uuid, list)
);
create trigger value_lists_touch before update on value_lists for each row execute function touch();
call protect('value_lists');
