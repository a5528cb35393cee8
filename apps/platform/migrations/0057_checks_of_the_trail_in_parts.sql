-- The check of an audit trail goes on from the last good head; the whole trail is gone through once a week,
-- in parts, from where it was left.

-- What was checked before this was the whole.
alter table audit_checks add column is_whole boolean not null default true;

-- How far the check of a whole trail is: the last number of the chain, and then the last event in time.
create table audit_walks (
  tenant_uuid uuid primary key,
  begun_at timestamptz not null default now(),
  sequence bigint not null,
  hash bytea not null,
  occurred_at timestamptz not null,
  event_uuid uuid not null
);
call protect('audit_walks');

-- The stretch of a chain that a stretch of time has, and lists of what somebody did or of what happened.
create index audit_chain_by_time on audit_chain (tenant_uuid, occurred_at, sequence);
create index events_by_actor on events (tenant_uuid, actor_id, occurred_at, event_uuid)
  where actor_id is not null;
create index events_by_type on events (tenant_uuid, event_type, occurred_at, event_uuid);
