-- Whether a person's connected calendar has no event of a meeting, and none is on its way there:
-- the calendar was connected after the meeting was made.
create function calendar_lacks(tenant uuid, person uuid, meeting uuid) returns boolean
  language sql stable
  return exists (
    select from calendar_connections c
     where c.tenant_uuid = tenant and c.user_uuid = person and c.status = 'CONNECTED'
       and not exists (select from calendar_links l
                        where l.tenant_uuid = tenant and l.connection_uuid = c.connection_uuid
                          and l.meeting_uuid = meeting and l.gone_at is null and l.retired_at is null)
       and not exists (select from calendar_pushes p
                        where p.tenant_uuid = tenant and p.meeting_uuid = meeting));
grant execute on function calendar_lacks to atrium_tenant, atrium_platform;
