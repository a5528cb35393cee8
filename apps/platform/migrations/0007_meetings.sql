-- Meetings, who takes part in them, the mails about them and the answers to them.

-- The local times and the zone are what people agreed on. The instants and the minutes are derived
-- from them by the zone rules of rules_version; of an all-day meeting the instants bound its days.
create table meetings (
  tenant_uuid uuid not null,
  meeting_uuid uuid not null,
  title text,
  start_local timestamp not null,
  end_local timestamp not null,
  timezone text not null,
  all_day boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  duration_minutes integer not null,
  rules_version text not null,
  -- Meetings of over a day have an index of their own: see meetings_busy.
  is_long boolean generated always as (ends_at - starts_at > interval '1 day') stored,
  location_type text not null,
  location_detail text,
  description text,
  internal_notes text,
  meeting_information text,
  meeting_link text,
  meeting_password text,
  meeting_provider text,
  status text not null default 'ACTIVE',
  source text not null default 'INTERNAL',
  host_uuid uuid not null,
  host_type text not null,
  -- The host's name when the meeting was made. It is shown when the tenant's staff does not include
  -- the host, as with a system administrator.
  host_name text not null,
  host_email text not null,
  created_by_uuid uuid not null,
  created_by_type text not null,
  organizer_email text,
  organizer_name text,
  externally_organized boolean not null default false,
  -- In the calendar that it came from, the meeting is shown as free or was declined: it is in lists
  -- and keeps nobody busy.
  shows_free boolean not null default false,
  external_sync_status text not null default 'NOT_APPLICABLE',
  last_sync_operation text,
  sync_failed_at timestamptz,
  sync_failure_code text,
  sync_failure_reason text,
  ical_uid text not null,
  -- The SEQUENCE of iCalendar: it grows with changes that guests are told of. The version grows with
  -- every edit.
  sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  canceled_at timestamptz,
  primary key (tenant_uuid, meeting_uuid),
  constraint meetings_end_after_start check (end_local > start_local and ends_at >= starts_at),
  constraint meetings_status_known check (status in ('ACTIVE', 'CANCELED')),
  constraint meetings_source_known check (source in ('INTERNAL', 'PROVIDER_A', 'PROVIDER_B')),
  constraint meetings_sync_known check (
    external_sync_status in ('NOT_APPLICABLE', 'PENDING', 'SYNCED', 'FAILED')
    and last_sync_operation in ('CREATE', 'UPDATE', 'DELETE'))
);
-- Lists sort and filter by the clock of the meeting's own zone.
create index meetings_by_clock on meetings (tenant_uuid, start_local, meeting_uuid);
create index meetings_by_start on meetings (tenant_uuid, starts_at, meeting_uuid) include (ends_at);
create index meetings_by_host on meetings (tenant_uuid, host_uuid, starts_at) include (ends_at, meeting_uuid);
create index meetings_by_creator on meetings (tenant_uuid, created_by_uuid) where created_by_uuid <> host_uuid;
-- When a host is busy. A meeting that overlaps a range began less than a day before it, or is long.
create index meetings_busy on meetings (tenant_uuid, host_uuid, starts_at) include (ends_at)
  where status = 'ACTIVE' and not shows_free;
create index meetings_long_busy on meetings (tenant_uuid, host_uuid, ends_at) include (starts_at)
  where status = 'ACTIVE' and not shows_free and is_long;
create unique index meetings_uid_once on meetings (tenant_uuid, ical_uid) where source = 'INTERNAL';
create index meetings_by_uid on meetings (tenant_uuid, ical_uid);
-- An answer by mail names the meeting and no tenant.
create index meetings_by_uid_anywhere on meetings (ical_uid);
create index meetings_by_rules on meetings (rules_version);
-- Only edits count as changes: the state of a sync and newly derived instants do not.
create trigger meetings_set_updated_at before update on meetings for each row
  when (old.version is distinct from new.version) execute function set_updated_at();
call protect('meetings');

-- Who is invited. E-mail, name, language and phone are kept of guests only: those of contacts and
-- staff are in their own records. A participant who was removed and comes back is a new row.
create table meeting_participants (
  tenant_uuid uuid not null,
  participant_uuid uuid not null,
  meeting_uuid uuid not null,
  participant_type text not null,
  contact_uuid uuid,
  staff_uuid uuid,
  entity_uuid uuid generated always as (coalesce(contact_uuid, staff_uuid)) stored,
  email text,
  name text,
  language text,
  country_code text,
  phone text,
  rsvp_status text not null default 'UNKNOWN',
  rsvp_at timestamptz,
  rsvp_source text,
  -- Whether the answer came with the secret of a mailed link, from a signed-in user, by mail or from
  -- a calendar: an answer without any of these does not override it.
  rsvp_is_confirmed boolean not null default false,
  rsvp_token_hash bytea,
  last_invitation_resent_at timestamptz,
  -- The order in which participants were added.
  ordinal bigint generated always as identity,
  created_at timestamptz not null default change_time(),
  removed_at timestamptz,
  -- Copied from the meeting by triggers, so that one index tells when somebody is busy.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  canceled boolean not null,
  is_long boolean generated always as (ends_at - starts_at > interval '1 day') stored,
  is_busy boolean generated always as (not canceled and removed_at is null and rsvp_status <> 'DECLINED') stored,
  primary key (tenant_uuid, participant_uuid),
  foreign key (tenant_uuid, meeting_uuid) references meetings on delete cascade,
  constraint meeting_participants_contact_known foreign key (tenant_uuid, contact_uuid) references contacts,
  constraint meeting_participants_staff_known foreign key (tenant_uuid, staff_uuid) references staff_members,
  constraint meeting_participants_rsvp_known check (rsvp_status in ('UNKNOWN', 'ACCEPTED', 'DECLINED')),
  constraint meeting_participants_one_party check (
    case participant_type
      when 'CONTACT' then contact_uuid is not null and staff_uuid is null and email is null
      when 'TENANT_STAFF' then staff_uuid is not null and contact_uuid is null and email is null
      when 'PARTNER_STAFF' then staff_uuid is not null and contact_uuid is null and email is null
      when 'EXTERNAL' then email is not null and staff_uuid is null and contact_uuid is null
      else false end)
);
create unique index meeting_participants_person_once
  on meeting_participants (tenant_uuid, meeting_uuid, entity_uuid) where removed_at is null;
create unique index meeting_participants_guest_once
  on meeting_participants (tenant_uuid, meeting_uuid, lower(email)) where removed_at is null;
create index meeting_participants_by_meeting on meeting_participants (tenant_uuid, meeting_uuid, ordinal);
create index meeting_participants_by_person on meeting_participants (tenant_uuid, entity_uuid, meeting_uuid)
  where removed_at is null;
-- A mailed link names the participant and no tenant.
create unique index meeting_participants_anywhere on meeting_participants (participant_uuid);
-- When somebody is busy, in two indexes as for hosts.
create index meeting_participants_busy on meeting_participants (tenant_uuid, entity_uuid, starts_at)
  include (ends_at) where is_busy;
create index meeting_participants_long_busy on meeting_participants (tenant_uuid, entity_uuid, ends_at)
  include (starts_at) where is_busy and is_long;
call protect('meeting_participants');

create function copy_meeting_to_participant() returns trigger language plpgsql as $$
begin
  select starts_at, ends_at, status = 'CANCELED' into strict new.starts_at, new.ends_at, new.canceled
    from meetings where tenant_uuid = new.tenant_uuid and meeting_uuid = new.meeting_uuid;
  return new;
end
$$;
create trigger meeting_participants_copy_meeting before insert on meeting_participants
  for each row execute function copy_meeting_to_participant();

create function copy_meeting_to_participants() returns trigger language plpgsql as $$
begin
  update meeting_participants
     set starts_at = new.starts_at, ends_at = new.ends_at, canceled = new.status = 'CANCELED'
   where tenant_uuid = new.tenant_uuid and meeting_uuid = new.meeting_uuid;
  return null;
end
$$;
create trigger meetings_copy_to_participants after update of starts_at, ends_at, status on meetings
  for each row
  when ((old.starts_at, old.ends_at, old.status) is distinct from (new.starts_at, new.ends_at, new.status))
  execute function copy_meeting_to_participants();

-- Canceled meetings that a user no longer wants to see.
create table meeting_hidden (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  meeting_uuid uuid not null,
  hidden_at timestamptz not null default change_time(),
  primary key (tenant_uuid, user_uuid, meeting_uuid),
  foreign key (tenant_uuid, meeting_uuid) references meetings on delete cascade
);
create index meeting_hidden_by_meeting on meeting_hidden (tenant_uuid, meeting_uuid);
call protect('meeting_hidden');

-- Mails about meetings. A row is made with the change that the mail tells of and ends in one of four
-- states: sent, overtaken by a newer mail, without an address, or refused by the mail server.
create table invitation_mails (
  tenant_uuid uuid not null,
  mail_uuid uuid not null,
  meeting_uuid uuid not null,
  participant_uuid uuid not null,
  method text not null,
  sequence integer not null,
  -- 0 for the mail of the change itself; the others were asked for again.
  resend integer not null default 0,
  ordinal bigint generated always as identity,
  state text not null default 'QUEUED',
  queued_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Whoever took the mail may send it until then.
  claimed_until timestamptz,
  settled_at timestamptz,
  primary key (tenant_uuid, mail_uuid),
  foreign key (tenant_uuid, participant_uuid) references meeting_participants on delete cascade,
  constraint invitation_mails_once unique (tenant_uuid, participant_uuid, method, sequence, resend),
  constraint invitation_mails_known check (
    method in ('REQUEST', 'CANCEL')
    and state in ('QUEUED', 'SENT', 'OVERTAKEN', 'NO_ADDRESS', 'REFUSED')
    and (state = 'QUEUED') = (settled_at is null))
);
create index invitation_mails_due on invitation_mails (tenant_uuid, meeting_uuid) where state = 'QUEUED';
call protect('invitation_mails');

-- Answers without a sign-in: by a link, a page or a mail.
create table public_answers (
  tenant_uuid uuid not null,
  participant_uuid uuid not null,
  ordinal bigint generated always as identity,
  source text not null,
  rsvp_status text not null,
  -- The answer that it replaced.
  rsvp_status_before text not null,
  agent_hash bytea,
  -- The time that a mail states, which tells a late copy from a new answer.
  stated_at timestamptz,
  answered_at timestamptz not null default now(),
  primary key (tenant_uuid, participant_uuid, ordinal),
  foreign key (tenant_uuid, participant_uuid) references meeting_participants on delete cascade
);
call protect('public_answers');

-- A user's meetings as a calendar to subscribe to, found by the hash of the secret in its address.
create table calendar_feeds (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_uuid, user_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create unique index calendar_feeds_by_hash on calendar_feeds (token_hash);
call protect('calendar_feeds');
