-- Events of a person's own calendar that are no business of the firm's: only their host sees them.
alter table meetings add column is_personal boolean not null default false;

-- The person in whose name a transaction reads is set when it enters a tenant. The platform itself
-- reads in nobody's name: the sync goes on with all events. The owner of the tables is not bound by it.
create policy personal on meetings as restrictive to atrium_tenant, atrium_platform
  using (not is_personal
         or coalesce(current_setting('atrium.reader', true), '') in ('', host_uuid::text));

create index meetings_personal_busy on meetings (tenant_uuid, host_uuid, starts_at) include (ends_at)
  where is_personal and status = 'ACTIVE' and not shows_free;

-- Returns the times that personal events take of a person, and nothing else of them.
create function personal_busy(person uuid, range_from timestamptz, range_to timestamptz)
  returns table (starts_at timestamptz, ends_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select m.starts_at, m.ends_at from meetings m
   where m.tenant_uuid = current_tenant() and m.host_uuid = person
     and m.is_personal and m.status = 'ACTIVE' and not m.shows_free
     and m.starts_at < range_to and m.ends_at > range_from
$$;

-- Returns those of some e-mail addresses, in their plain form, that the firm knows apart from the host's
-- own: of contacts, of live staff, and of whoever was invited to another meeting.
create function known_emails(emails text[], host uuid, meeting uuid) returns setof text
  language sql stable set search_path = public, pg_temp
as $$
  with staff as (
    select s.staff_uuid, plain_email(a.email) as email from staff_members s
     cross join lateral (values (s.email), (s.user_email)) a (email)
     where s.tenant_uuid = current_tenant() and s.deleted_at is null
    union all
    select s.staff_uuid, plain_email(k.email) from calendar_connections k
      join staff_members s on s.tenant_uuid = k.tenant_uuid and s.staff_uuid = k.user_uuid
     where k.tenant_uuid = current_tenant() and k.status = 'CONNECTED' and s.deleted_at is null),
  others as (
    select e.email from unnest(emails) e (email)
     where e.email <> ''
       and not exists (select from staff s where s.staff_uuid = host and s.email = e.email))
  select o.email from others o
   where exists (select from staff s where s.email = o.email)
      or exists (select from contacts_like('%' || fold_literal(o.email) || '%') f (contact_uuid)
                   join contacts c on c.tenant_uuid = current_tenant() and c.contact_uuid = f.contact_uuid
                  where o.email in (plain_email(c.primary_email), plain_email(c.preferred_email))
                    and c.deleted_at is null)
      or exists (select from meeting_participants p
                   join meetings m on m.tenant_uuid = p.tenant_uuid and m.meeting_uuid = p.meeting_uuid
                  where p.tenant_uuid = current_tenant() and p.email is not null
                    and plain_email(p.email) = o.email
                    and p.meeting_uuid is distinct from meeting and not m.is_personal)
$$;

create index meeting_participants_by_email on meeting_participants (tenant_uuid, plain_email(email))
  where email is not null;
