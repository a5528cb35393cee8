-- Meetings as lists sort and filter them: by the clock of their own zone.
create index meetings_by_clock on meetings (tenant_uuid, start_local, meeting_uuid);
