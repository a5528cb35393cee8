-- A pull that would cancel much of what a person has ahead waits for that person. The import stops
-- until then; the export goes on, and each direction fails and pauses by itself.
alter table calendar_connections
  add column suspended_at timestamptz,
  -- The meetings that the pull would cancel, the next one first.
  add column suspended_meetings uuid[],
  -- Those whose cancellation the person agreed to, until the pull that follows.
  add column approved_removals uuid[],
  add column export_failures int not null default 0,
  add column export_paused_until timestamptz,
  add column export_error text;

-- Whether a person has a connected calendar: meetings ask by this and know no table of calendars.
create function calendar_connected(tenant uuid, person uuid) returns boolean
  language sql stable
  return exists (select from calendar_connections c
                  where c.tenant_uuid = tenant and c.user_uuid = person and c.status = 'CONNECTED');
grant execute on function calendar_connected to atrium_tenant, atrium_platform;
