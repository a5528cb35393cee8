-- A meeting that came from a calendar may be shown as free there, or be declined by its owner: it
-- is in the list and keeps nobody busy.
alter table meetings add column shows_free boolean not null default false;
drop index meetings_busy;
create index meetings_busy on meetings (tenant_uuid, host_uuid, starts_at) include (ends_at)
  where status = 'ACTIVE' and not shows_free;
drop index meetings_long_busy;
create index meetings_long_busy on meetings (tenant_uuid, host_uuid, ends_at) include (starts_at)
  where status = 'ACTIVE' and not shows_free and is_long;
