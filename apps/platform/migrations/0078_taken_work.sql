-- Who has taken what of the queue. What waits is worked out of the records themselves; an item that
-- somebody took stands where it stood.

create table taken_work (
  tenant_uuid uuid not null,
  -- The kind, and the record or the group of records.
  item_key text not null,
  taken_by uuid not null,
  taken_at timestamptz not null default change_time(),
  primary key (tenant_uuid, item_key)
);
create index taken_work_by_age on taken_work (taken_at);
call protect('taken_work');
