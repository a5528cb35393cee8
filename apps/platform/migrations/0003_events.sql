-- The audit trail, which is also the outbox to analytics.

-- An event is written in the transaction of the change that it tells of, and never changed except
-- for a refusal. Attributes are identifiers, counts and enumeration values only. There is no
-- foreign key to the tenant: every writer of a tenant would lock its one row.
create table events (
  tenant_uuid uuid not null,
  -- The transaction that recorded it. It orders the outbox: see outbox_position.
  recorded_in xid8 not null default pg_current_xact_id(),
  event_uuid uuid not null,
  event_type text not null,
  occurred_at timestamptz not null default change_time(),
  actor_type text not null,
  actor_id uuid,
  entity_type text,
  entity_id uuid,
  attributes jsonb not null default '{}',
  recorded_at timestamptz not null default now(),
  -- Why analytics will never take it.
  refused_reason text,
  primary key (tenant_uuid, recorded_in, event_uuid)
);
create index events_in_order on events (recorded_in, event_uuid);
call protect('events');
-- Autovacuum analyses 3,000 rows, not 30,000: the table grows all the time.
call analyse_small_sample('events');

-- How far events were delivered, one row for all tenants. Analytics has every event that the
-- snapshot `delivered` sees, so an event whose transaction commits late is not passed over.
-- While a round of deliveries runs, `reading` is the snapshot that it delivers, and the event
-- (last_in, last_uuid) is the last one that analytics has, in the order of transactions.
create table outbox_position (
  tenant_uuid uuid primary key,
  delivered pg_snapshot not null,
  reading pg_snapshot,
  last_in xid8 not null,
  last_uuid uuid not null,
  -- Set while events are renumbered: transactions are numbered by the server, so after a dump is
  -- restored on another one, their numbers may be greater than its own. Nothing is delivered then.
  renumbering_since timestamptz
);
call protect('outbox_position');
set local role atrium_platform;
-- Numbers of real transactions are greater: 3 stands for delivered, 4 for not delivered.
insert into outbox_position (tenant_uuid, delivered, last_in, last_uuid)
values ('00000000-0000-4000-8000-000000000001', '4:4:', '4', '00000000-0000-0000-0000-000000000000');
reset role;

-- Returns whether anything of some kinds was recorded in the transaction's tenant that a snapshot
-- does not see. Every list asks it, so its plan is made once a session, and by the index.
create function changed_since(seen pg_snapshot, kinds text[]) returns boolean
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  return exists (
    select from events
     where recorded_in >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(recorded_in, seen)
       and entity_type = any(kinds));
end
$$;
