-- The newest backup, one row of the platform: when it was taken, and up to when changes are in it.
create table backups (
  tenant_uuid uuid primary key,
  taken_at timestamptz not null,
  covers_until timestamptz not null
);
call protect('backups');
