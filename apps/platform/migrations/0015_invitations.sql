-- Mails about meetings, answers that came without a sign-in, and calendars to subscribe to.

-- One row for each mail that somebody is owed. It is made with the change that the mail tells of and
-- settled once: sent, overtaken by a newer one, without an address, or refused by the mail server.
create table invitation_mails (
  tenant_uuid uuid not null,
  mail_uuid uuid not null,
  meeting_uuid uuid not null,
  participant_uuid uuid not null,
  method text not null,
  sequence integer not null,
  -- 0 for the mail of a change itself, then counting the times it was sent again.
  resend integer not null default 0,
  ordinal bigint generated always as identity,
  state text not null default 'QUEUED',
  queued_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Until then whoever took the mail is sending it.
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

-- Answers that came by a link, a page or a mail: from which agent, and what they replaced. The time
-- that a mail states tells a late copy from a new answer.
create table public_answers (
  tenant_uuid uuid not null,
  participant_uuid uuid not null,
  ordinal bigint generated always as identity,
  source text not null,
  rsvp_status text not null,
  rsvp_status_before text not null,
  agent_hash bytea,
  stated_at timestamptz,
  answered_at timestamptz not null default now(),
  primary key (tenant_uuid, participant_uuid, ordinal),
  foreign key (tenant_uuid, participant_uuid) references meeting_participants on delete cascade
);
call protect('public_answers');

-- Who follows a mailed link or answers a mail names no tenant.
create unique index meeting_participants_anywhere on meeting_participants (participant_uuid);
create index meetings_by_uid_anywhere on meetings (ical_uid);

-- A user's meetings as a calendar to subscribe to, found by the hash of the address's secret.
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
