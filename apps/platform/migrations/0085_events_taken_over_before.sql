-- Says which events taken over before are personal: all whose other people the firm does not know.
-- Whoever was resolved to a contact or a colleague was known; a meeting makes its guests known to others.
set local role atrium_platform;

update meetings m set is_personal = true
 where m.source <> 'INTERNAL'
   and not exists (
     select from meeting_participants p
      where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
        and p.entity_uuid <> m.host_uuid);

do $$
declare
  found bigint;
begin
  loop
    with staff as materialized (
      select s.tenant_uuid, plain_email(a.email) as email, s.staff_uuid
        from staff_members s cross join lateral (values (s.email), (s.user_email)) a (email)
       where s.deleted_at is null and a.email is not null
      union
      select k.tenant_uuid, plain_email(k.email), k.user_uuid from calendar_connections k
        join staff_members s on s.tenant_uuid = k.tenant_uuid and s.staff_uuid = k.user_uuid
       where k.status = 'CONNECTED' and s.deleted_at is null),
    known as materialized (
      select tenant_uuid, email from staff
      union
      select c.tenant_uuid, plain_email(a.email)
        from contacts c cross join lateral (values (c.primary_email), (c.preferred_email)) a (email)
       where c.deleted_at is null and a.email is not null
      union
      select p.tenant_uuid, plain_email(p.email) from meeting_participants p
        join meetings o on o.tenant_uuid = p.tenant_uuid and o.meeting_uuid = p.meeting_uuid
       where p.email is not null and not o.is_personal),
    people as (
      select m.tenant_uuid, m.meeting_uuid, m.host_uuid, plain_email(p.email) as email
        from meetings m join meeting_participants p using (tenant_uuid, meeting_uuid)
       where m.is_personal and p.email is not null
      union
      select m.tenant_uuid, m.meeting_uuid, m.host_uuid, plain_email(m.organizer_email)
        from meetings m
       where m.is_personal and m.externally_organized and m.organizer_email is not null)
    update meetings m set is_personal = false
      from people e join known k on k.tenant_uuid = e.tenant_uuid and k.email = e.email
     where m.tenant_uuid = e.tenant_uuid and m.meeting_uuid = e.meeting_uuid
       and not exists (select from staff s
                        where s.tenant_uuid = e.tenant_uuid and s.staff_uuid = e.host_uuid
                          and s.email = e.email);
    get diagnostics found = row_count;
    exit when found = 0;
  end loop;
end
$$;

reset role;
