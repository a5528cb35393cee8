-- Events are written once and never marked: what was handed to analytics is told by a snapshot of
-- transactions. An event bears the transaction that recorded it, so a commit that comes late is
-- seen as not yet handed on, however many later ones were. The same column tells readers whether
-- anything of a tenant changed since a snapshot.
alter table events add column recorded_in xid8;
-- Whatever a real transaction bears is greater: 3 is delivered, 4 is not.
set local role atrium_platform;
update events set recorded_in = case when delivered_at is null then '4' else '3' end::xid8;
reset role;
alter table events
  alter column recorded_in set not null,
  alter column recorded_in set default pg_current_xact_id(),
  drop constraint events_pkey,
  add primary key (tenant_uuid, recorded_in, event_uuid),
  drop column delivered_at;
create index events_in_order on events (recorded_in, event_uuid);

-- How far the outbox is emptied, one row for all tenants: every event that `delivered` sees is with
-- analytics. While a round goes on, `reading` is what it hands on, and it stands behind the event
-- (last_in, last_uuid) in the order of transactions.
create table outbox_position (
  tenant_uuid uuid primary key,
  delivered pg_snapshot not null,
  reading pg_snapshot,
  last_in xid8 not null,
  last_uuid uuid not null
);
call protect('outbox_position');
set local role atrium_platform;
insert into outbox_position values ('00000000-0000-4000-8000-000000000001', '4:4:', null, '4', '00000000-0000-0000-0000-000000000000');
reset role;
