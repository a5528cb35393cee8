-- Webhooks: endpoints of other systems that are told of events, and the messages to them.

create table webhook_endpoints (
  tenant_uuid uuid not null,
  endpoint_uuid uuid not null,
  url text not null,
  description text,
  -- Empty: all.
  event_types text[] not null,
  -- It is told of the events that were recorded after the one and, once it is inactive, until the
  -- other of these.
  active_from timestamptz not null default now(),
  active_until timestamptz,
  disabled_reason text,
  -- Encrypted. The secret before the last rotation signs as well until its time is over.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  -- The first of the failures since the last success.
  failing_since timestamptz,
  -- False while it fails or answers slowly: then it gets a smaller part of the senders.
  is_prompt boolean not null default true,
  -- One sender serves it at a time. The lease of one that was killed runs out.
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  primary key (tenant_uuid, endpoint_uuid)
);
create trigger webhook_endpoints_set_updated_at
  before update of url, description, event_types, active_until, secret, deleted_at on webhook_endpoints
  for each row execute function set_updated_at();
call protect('webhook_endpoints');

-- One message for each event and endpoint. Kept for 30 days.
create table webhook_messages (
  tenant_uuid uuid not null,
  endpoint_uuid uuid not null,
  message_uuid uuid not null default gen_random_uuid(),
  -- Null for a test, which tells of no event.
  event_uuid uuid,
  event_type text not null,
  occurred_at timestamptz not null,
  -- The body as it is sent, to the letter.
  payload json not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts int not null default 0,
  -- Those since it was queued, now or to be sent again.
  attempts_in_row int not null default 0,
  next_attempt_at timestamptz default now(),
  -- Of each row its own, so that the newest come first among those made at once.
  created_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  last_status int,
  last_error text,
  tries jsonb not null default '[]',
  primary key (tenant_uuid, endpoint_uuid, message_uuid),
  foreign key (tenant_uuid, endpoint_uuid) references webhook_endpoints on delete cascade
);
create unique index webhook_messages_once on webhook_messages (tenant_uuid, endpoint_uuid, event_uuid);
create index webhook_messages_waiting on webhook_messages (tenant_uuid, endpoint_uuid, next_attempt_at)
  where status = 'PENDING';
create index webhook_messages_by_time on webhook_messages (tenant_uuid, endpoint_uuid, created_at, message_uuid);
create index webhook_messages_by_age on webhook_messages using brin (created_at);
call protect('webhook_messages');
call analyse_small_sample('webhook_messages');

-- How far messages were made of events, one row for all tenants: see outbox_position.
create table webhook_position (
  tenant_uuid uuid primary key,
  delivered pg_snapshot not null,
  reading pg_snapshot,
  last_in xid8 not null,
  last_uuid uuid not null,
  renumbering_since timestamptz
);
call protect('webhook_position');
set local role atrium_platform;
insert into webhook_position (tenant_uuid, delivered, last_in, last_uuid)
values ('00000000-0000-4000-8000-000000000001', pg_current_snapshot(),
        pg_snapshot_xmin(pg_current_snapshot()), '00000000-0000-0000-0000-000000000000');
reset role;
