-- Calendars that staff have connected, and what keeps them equal to the meetings here.

-- A user's connection to one account at a provider. Connecting the same account again takes up
-- the row, and with it every link; at most one is connected at a time.
create table calendar_connections (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  user_uuid uuid not null,
  provider text not null,
  account_id text not null,
  email text not null,
  status text not null,
  connected_at timestamptz not null default now(),
  disconnected_at timestamptz,
  -- USER, REPLACED or AUTH_EXPIRED.
  disconnect_reason text,
  -- Where the provider's changes go on, and the window that the last full listing covered.
  sync_token text,
  window_from timestamptz,
  window_to timestamptz,
  last_synced_at timestamptz,
  last_full_at timestamptz,
  last_error text,
  failures int not null default 0,
  next_pull_at timestamptz not null default now(),
  -- Until then the provider asked to be left alone.
  paused_until timestamptz,
  -- Who works on the connection, and until when unless it says so again.
  lease_token uuid,
  lease_until timestamptz,
  primary key (tenant_uuid, connection_uuid)
);
create unique index calendar_connections_account on calendar_connections (tenant_uuid, user_uuid, provider, account_id);
create unique index calendar_connections_one on calendar_connections (tenant_uuid, user_uuid) where status = 'CONNECTED';
create index calendar_connections_due on calendar_connections (next_pull_at) where status = 'CONNECTED';
call protect('calendar_connections');

-- A connection's tokens, encrypted, apart from the connection: a refresh holds the row's lock
-- while it asks the provider, and nothing else should wait for that.
create table calendar_tokens (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  key_id text not null,
  sealed text not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_uuid, connection_uuid),
  foreign key (tenant_uuid, connection_uuid) references calendar_connections on delete cascade
);
create index calendar_tokens_by_key on calendar_tokens (key_id);
call protect('calendar_tokens');

create table calendar_preferences (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  first_time_modal_pref text not null,
  primary key (tenant_uuid, user_uuid)
);
call protect('calendar_preferences');

-- How clients are named in calendars that leave the house: FULL, INITIALS or HIDDEN.
create table calendar_settings (
  tenant_uuid uuid primary key,
  client_names text not null,
  updated_at timestamptz not null default now()
);
call protect('calendar_settings');

-- Authorizations under way, by the hash of their state.
create table calendar_authorizations (
  tenant_uuid uuid not null,
  state_hash bytea not null,
  user_uuid uuid not null,
  provider text not null,
  redirect_uri text not null,
  sealed_verifier text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_uuid, state_hash)
);
create unique index calendar_authorizations_by_state on calendar_authorizations (state_hash);
create index calendar_authorizations_by_expiry on calendar_authorizations (expires_at);
call protect('calendar_authorizations');

-- Push channels (A) and subscriptions (B). The row is committed before the provider hears of it,
-- so that its first message finds it; rows are kept, since a stopped channel may speak once more.
create table calendar_channels (
  tenant_uuid uuid not null,
  channel_uuid uuid not null,
  connection_uuid uuid not null,
  secret_hash bytea not null,
  -- OPENING, OPEN, CLOSING, CLOSED or FAILED.
  state text not null default 'OPENING',
  external_id text,
  resource_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- When to renew it, or, while closing, when to ask the provider to stop it (again).
  due_at timestamptz,
  last_notice_at timestamptz,
  primary key (tenant_uuid, channel_uuid),
  foreign key (tenant_uuid, connection_uuid) references calendar_connections on delete cascade
);
create unique index calendar_channels_by_id on calendar_channels (channel_uuid);
create index calendar_channels_due on calendar_channels (due_at) where due_at is not null;
create index calendar_channels_by_connection on calendar_channels (tenant_uuid, connection_uuid);
call protect('calendar_channels');

-- What providers told, stored before they were answered. Handled with the pull that follows.
create table calendar_notices (
  tenant_uuid uuid not null,
  notice_uuid uuid not null,
  connection_uuid uuid not null,
  channel_uuid uuid not null,
  -- CHANGED, or MISSED when the provider says that it lost some.
  kind text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (tenant_uuid, notice_uuid),
  foreign key (tenant_uuid, connection_uuid) references calendar_connections on delete cascade
);
create index calendar_notices_waiting on calendar_notices (tenant_uuid, connection_uuid) where handled_at is null;
create index calendar_notices_by_age on calendar_notices (handled_at) where handled_at is not null;
call protect('calendar_notices');

-- Which event of a connection is which meeting, and what the two last agreed on.
create table calendar_links (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  external_id text not null,
  meeting_uuid uuid not null,
  -- A copy is an event on a guest's calendar: it tells the guest's answer and nothing else.
  is_copy boolean not null default false,
  ical_uid text,
  series_id text,
  original_start text,
  etag text,
  fields jsonb not null,
  answers jsonb not null default '{}',
  provider_updated_at timestamptz,
  pushed_version int not null default 0,
  -- The event is no longer in the calendar.
  gone_at timestamptz,
  primary key (tenant_uuid, connection_uuid, external_id),
  foreign key (tenant_uuid, connection_uuid) references calendar_connections on delete cascade
);
create unique index calendar_links_by_meeting on calendar_links (tenant_uuid, connection_uuid, meeting_uuid);
create index calendar_links_of_meeting on calendar_links (tenant_uuid, meeting_uuid);
create index calendar_links_by_uid on calendar_links (tenant_uuid, ical_uid);
call protect('calendar_links');

-- Meetings whose change is to reach the host's calendar: one row however many changes.
create table calendar_pushes (
  tenant_uuid uuid not null,
  meeting_uuid uuid not null,
  connection_uuid uuid not null,
  operation text not null,
  -- Grows with each change, so that a push that was overtaken leaves the row.
  revision int not null default 1,
  attempts int not null default 0,
  changed_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  primary key (tenant_uuid, meeting_uuid),
  foreign key (tenant_uuid, connection_uuid) references calendar_connections on delete cascade
);
create index calendar_pushes_due on calendar_pushes (next_try_at);
create index calendar_pushes_by_connection on calendar_pushes (tenant_uuid, connection_uuid, next_try_at);
call protect('calendar_pushes');

-- What happened to a meeting between here and there, for people to read.
create table calendar_attempts (
  tenant_uuid uuid not null,
  attempt_uuid uuid not null,
  meeting_uuid uuid not null,
  connection_uuid uuid not null,
  direction text not null,
  operation text not null,
  outcome text not null,
  changed text[] not null default '{}',
  code text,
  provider_status int,
  provider_code text,
  attempt int not null default 1,
  next_try_at timestamptz,
  drift_repaired boolean not null default false,
  duration_ms int,
  at timestamptz not null default now(),
  primary key (tenant_uuid, attempt_uuid)
);
create index calendar_attempts_by_meeting on calendar_attempts (tenant_uuid, meeting_uuid, at desc);
create index calendar_attempts_by_age on calendar_attempts (at);
call protect('calendar_attempts');

-- When a connected calendar is taken by what is not a meeting here.
create table calendar_busy (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  external_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (tenant_uuid, connection_uuid, external_id),
  foreign key (tenant_uuid, connection_uuid) references calendar_connections on delete cascade
);
create index calendar_busy_by_time on calendar_busy (tenant_uuid, connection_uuid, starts_at);
call protect('calendar_busy');
