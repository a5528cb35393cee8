-- What a change made of a record's fields, beside the event that tells of it: the values before and
-- after, as the API shows them. The event itself has `changesHash` alone, over the salt and the changes.

create table record_history (
  tenant_uuid uuid not null,
  event_uuid uuid not null,
  -- The event's.
  occurred_at timestamptz not null,
  entity_type text not null,
  entity_uuid uuid not null,
  -- Both null of one whose values are forgotten: the hash stays in the event, and proves nothing by itself.
  salt text,
  changes jsonb,
  primary key (tenant_uuid, event_uuid),
  constraint record_history_forgotten_whole check (num_nulls(salt, changes) <> 1)
);
create index record_history_of_record
  on record_history (tenant_uuid, entity_uuid, occurred_at, event_uuid);
call protect('record_history');
call analyse_small_sample('record_history');
