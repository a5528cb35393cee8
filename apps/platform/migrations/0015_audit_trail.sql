-- The audit trail: the events of each tenant, numbered without gaps and chained by hashes.

-- The trail is read by time, the newest first.
create index events_by_time on events (tenant_uuid, occurred_at, event_uuid);

-- The number and the hash of each event that is chained. Events themselves stay as they were
-- written. The time is the event's: by both parts the event is found in the order of the chain.
create table audit_chain (
  tenant_uuid uuid not null,
  sequence bigint not null,
  event_uuid uuid not null,
  occurred_at timestamptz not null,
  hash bytea not null,
  primary key (tenant_uuid, sequence)
);
create unique index audit_chain_by_event on audit_chain (tenant_uuid, event_uuid);
call protect('audit_chain');
call analyse_small_sample('audit_chain');

-- The last event of each tenant's chain.
create table audit_heads (
  tenant_uuid uuid primary key,
  sequence bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null
);
call protect('audit_heads');

-- How far events were chained, one row for all tenants: see outbox_position.
create table audit_position (
  tenant_uuid uuid primary key,
  delivered pg_snapshot not null,
  reading pg_snapshot,
  last_in xid8 not null,
  last_uuid uuid not null,
  renumbering_since timestamptz
);
call protect('audit_position');

-- What the daily check of each chain found: the head as of then, and the first number that is wrong.
create table audit_checks (
  tenant_uuid uuid not null,
  checked_at timestamptz not null default now(),
  sequence bigint not null,
  hash bytea not null,
  broken_at bigint,
  primary key (tenant_uuid, checked_at)
);
call protect('audit_checks');

set local role atrium_platform;
-- Events from before this migration are chained, too. Numbers below 3 are no transaction's.
insert into audit_position (tenant_uuid, delivered, last_in, last_uuid)
values ('00000000-0000-4000-8000-000000000001', '3:3:', '3', '00000000-0000-0000-0000-000000000000');
reset role;

-- The trace of the change (W3C `traceparent`), where somebody records it. It is no part of the trail.
alter table events add column trace_parent text
  default nullif(current_setting('atrium.traceparent', true), '');
call analyse_small_sample('events');
