-- The calendars that staff connected at Google and Microsoft, and what keeps them equal to the
-- meetings here.

-- A user's connection to one account at a provider. Connecting the same account again uses the same
-- row, with all its links. A user has at most one connection whose status is CONNECTED.
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
  -- Where the provider's list of changes goes on, and the window of the last full listing.
  sync_token text,
  window_from timestamptz,
  window_to timestamptz,
  last_synced_at timestamptz,
  last_full_at timestamptz,
  last_error text,
  failures int not null default 0,
  next_pull_at timestamptz not null default now(),
  -- The provider asked for no calls until then.
  paused_until timestamptz,
  -- The export fails and pauses by itself.
  export_failures int not null default 0,
  export_paused_until timestamptz,
  export_error text,
  -- Since when a pull that would cancel much waits for the person to decide.
  suspended_at timestamptz,
  -- The meetings that it would cancel, the next one first.
  suspended_meetings uuid[],
  -- Those whose cancellation the person agreed to, until the pull that follows.
  approved_removals uuid[],
  -- Which worker has the connection, and until when unless it renews the lease.
  lease_token uuid,
  lease_until timestamptz,
  primary key (tenant_uuid, connection_uuid)
);
create unique index calendar_connections_account on calendar_connections (tenant_uuid, user_uuid, provider, account_id);
create unique index calendar_connections_one on calendar_connections (tenant_uuid, user_uuid) where status = 'CONNECTED';
create index calendar_connections_due on calendar_connections (next_pull_at) where status = 'CONNECTED';
call protect('calendar_connections');

-- Whether a person has a connected calendar: meetings ask by this and know no table of calendars.
create function calendar_connected(tenant uuid, person uuid) returns boolean
  language sql stable
  return exists (select from calendar_connections c
                  where c.tenant_uuid = tenant and c.user_uuid = person and c.status = 'CONNECTED');
grant execute on function calendar_connected to atrium_tenant, atrium_platform;

-- A connection's tokens, encrypted. They have a table of their own because a refresh holds the lock
-- of the row while it asks the provider, and nothing else should wait for that.
create table calendar_tokens (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  key_id text not null,
  -- Encrypted with the key key_id.
  sealed text not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  -- When the grant behind a disconnected calendar's tokens is to be ended at the provider (again).
  -- The tokens are deleted after that.
  revoke_at timestamptz,
  primary key (tenant_uuid, connection_uuid),
  foreign key (tenant_uuid, connection_uuid) references calendar_connections on delete cascade
);
create index calendar_tokens_by_key on calendar_tokens (key_id);
create index calendar_tokens_to_revoke on calendar_tokens (revoke_at) where revoke_at is not null;
call protect('calendar_tokens');

-- Whether a user is asked to connect a calendar.
create table calendar_preferences (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  first_time_modal_pref text not null,
  primary key (tenant_uuid, user_uuid)
);
call protect('calendar_preferences');

-- How a tenant's clients are named in calendars outside: FULL, INITIALS or HIDDEN.
create table calendar_settings (
  tenant_uuid uuid primary key,
  client_names text not null,
  updated_at timestamptz not null default now()
);
call protect('calendar_settings');

-- OAuth authorizations that have begun, by the hash of their state.
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

-- Push channels (Google) and subscriptions (Microsoft). The row is committed before the provider is
-- asked, so that the first notification finds it. Rows are kept, because a stopped channel may send
-- one more.
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
  last_notification_at timestamptz,
  primary key (tenant_uuid, channel_uuid),
  foreign key (tenant_uuid, connection_uuid) references calendar_connections on delete cascade
);
create unique index calendar_channels_by_id on calendar_channels (channel_uuid);
create index calendar_channels_due on calendar_channels (due_at) where due_at is not null;
create index calendar_channels_by_connection on calendar_channels (tenant_uuid, connection_uuid);
call protect('calendar_channels');

-- Notifications of providers, stored before they are answered and handled by the pull that follows.
create table calendar_notifications (
  tenant_uuid uuid not null,
  notification_uuid uuid not null,
  connection_uuid uuid not null,
  channel_uuid uuid not null,
  -- CHANGED, or MISSED when the provider says that it lost notifications.
  kind text not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (tenant_uuid, notification_uuid),
  foreign key (tenant_uuid, connection_uuid) references calendar_connections on delete cascade
);
create index calendar_notifications_waiting on calendar_notifications (tenant_uuid, connection_uuid) where handled_at is null;
create index calendar_notifications_by_age on calendar_notifications (handled_at) where handled_at is not null;
call protect('calendar_notifications');

-- Which event of a connection is which meeting. `fields` and `answers` are what both sides last
-- agreed on: the base of a three-way merge.
create table calendar_links (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  external_id text not null,
  meeting_uuid uuid not null,
  -- The event is in a guest's calendar: only the guest's answer is read from it.
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

-- Meetings whose change is to reach the host's calendar: one row for any number of changes.
create table calendar_pushes (
  tenant_uuid uuid not null,
  meeting_uuid uuid not null,
  connection_uuid uuid not null,
  operation text not null,
  -- Grows with each change, so that a push does not delete the row of a later change.
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

-- The history of a meeting's sync, which people read.
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

-- When a connected calendar is busy with events that are no meetings here.
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
