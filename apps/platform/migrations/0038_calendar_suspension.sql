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
