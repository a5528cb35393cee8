-- Tasks of staff with their morning mails, saved views, and what the timeline of a record reads.

-- Something to do, by one of the staff, about a contact, a household, a meeting or nothing of them.
create table tasks (
  tenant_uuid uuid not null,
  task_uuid uuid not null,
  title text not null,
  details text,
  due_date date,
  -- Staff of the tenant, or a system administrator, who is no staff: hence no foreign key.
  assignee_uuid uuid not null,
  priority text not null,
  contact_uuid uuid,
  household_uuid uuid,
  meeting_uuid uuid,
  created_by uuid not null,
  completed_at timestamptz,
  status text not null generated always as (case when completed_at is null then 'OPEN' else 'DONE' end) stored,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  primary key (tenant_uuid, task_uuid),
  constraint tasks_one_record check (num_nonnulls(contact_uuid, household_uuid, meeting_uuid) <= 1),
  constraint tasks_priority_known check (priority in ('LOW', 'NORMAL', 'HIGH')),
  foreign key (tenant_uuid, contact_uuid) references contacts,
  foreign key (tenant_uuid, household_uuid) references households,
  foreign key (tenant_uuid, meeting_uuid) references meetings
);
create index tasks_by_due_date on tasks (tenant_uuid, due_date, task_uuid) where deleted_at is null;
create index tasks_by_assignee on tasks (tenant_uuid, assignee_uuid, due_date, task_uuid) where deleted_at is null;
create index tasks_by_contact on tasks (tenant_uuid, contact_uuid, created_at, task_uuid)
  where deleted_at is null and contact_uuid is not null;
create index tasks_by_household on tasks (tenant_uuid, household_uuid, created_at, task_uuid)
  where deleted_at is null and household_uuid is not null;
create index tasks_by_meeting on tasks (tenant_uuid, meeting_uuid, created_at, task_uuid)
  where deleted_at is null and meeting_uuid is not null;
create trigger tasks_set_updated_at before update on tasks for each row execute function set_updated_at();
call protect('tasks');

-- Returns the time that a clock in a zone shows. The server may not know a zone that Node knows: then UTC.
create function local_time(zone text, instant timestamptz) returns timestamp
  language plpgsql stable
as $$
begin
  return instant at time zone zone;
exception when invalid_parameter_value then
  return instant at time zone 'UTC';
end
$$;

-- The morning mails, at most one a person and day. Whoever inserts the row has the mail sent.
create table morning_mails (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  -- The day by the clock of the person.
  day date not null,
  claimed_at timestamptz not null default now(),
  -- Set once the mail server took the mail or refused it for good, or there was nothing to send.
  settled_at timestamptz,
  primary key (tenant_uuid, user_uuid, day)
);
create index morning_mails_by_day on morning_mails (day);
call protect('morning_mails');

-- Filters, order and columns of a list, or a question to analytics, under a name.
create table saved_views (
  tenant_uuid uuid not null,
  view_uuid uuid not null,
  owner_uuid uuid not null,
  -- Shown when the tenant's staff does not include the owner, as with a system administrator.
  owner_name text not null,
  name text not null,
  list text not null,
  filters jsonb not null,
  sort jsonb not null,
  columns jsonb not null,
  question jsonb,
  is_shared boolean not null,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  primary key (tenant_uuid, view_uuid),
  constraint saved_views_list_known check (list in ('CONTACTS', 'HOUSEHOLDS', 'MEETINGS', 'INSIGHTS')),
  constraint saved_views_question_of_insights check ((list = 'INSIGHTS') = (question is not null))
);
create index saved_views_by_owner on saved_views (tenant_uuid, owner_uuid);
create index saved_views_shared on saved_views (tenant_uuid) where is_shared;
create trigger saved_views_set_updated_at before update on saved_views
  for each row execute function set_updated_at();
call protect('saved_views');

-- What happened to one record, the newest first.
create index events_by_entity on events (tenant_uuid, entity_id, occurred_at, event_uuid)
  where entity_id is not null;

-- When what a note tells of happened: by it lists and timelines are in order.
alter table notes add column happened_at timestamptz not null
  generated always as (coalesce(occurred_at, created_at)) stored;
drop index notes_by_contact;
drop index notes_by_household;
drop index notes_by_meeting;
create index notes_by_contact on notes (tenant_uuid, contact_uuid, happened_at, note_uuid)
  where deleted_at is null and contact_uuid is not null;
create index notes_by_household on notes (tenant_uuid, household_uuid, happened_at, note_uuid)
  where deleted_at is null and household_uuid is not null;
create index notes_by_meeting on notes (tenant_uuid, meeting_uuid, happened_at, note_uuid)
  where deleted_at is null and meeting_uuid is not null;
