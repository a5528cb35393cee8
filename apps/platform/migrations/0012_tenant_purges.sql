-- Tenants that are being removed for good, or were: what the platform's own tenant remembers of
-- them. A purge that was cut off goes on from here.
create table tenant_purges (
  tenant_uuid uuid not null references tenants,
  purged_tenant_uuid uuid not null,
  actor_type text not null,
  actor_id uuid,
  removed jsonb not null default '{}',
  started_at timestamptz not null default now(),
  rows_removed_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_uuid, purged_tenant_uuid)
);
call protect('tenant_purges');
