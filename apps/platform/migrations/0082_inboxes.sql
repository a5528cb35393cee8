-- What people are told of. A row holds identifiers only: titles and names are read from the records
-- when somebody looks.

create table inbox_items (
  tenant_uuid uuid not null,
  item_uuid uuid not null default gen_random_uuid(),
  person_uuid uuid not null,
  at timestamptz not null default change_time(),
  kind text not null,
  actor_id uuid,
  entity_type text not null,
  entity_id uuid not null,
  -- What it is about besides: a participant, an answer that fits nobody, or a note.
  subject_uuid uuid,
  -- The name of what somebody is told of only once.
  once text,
  read_at timestamptz,
  primary key (tenant_uuid, item_uuid),
  constraint inbox_items_once unique (tenant_uuid, person_uuid, once)
);
create index inbox_items_by_person on inbox_items (tenant_uuid, person_uuid, at, item_uuid);
create index inbox_items_by_record on inbox_items (tenant_uuid, entity_id);
create index inbox_items_by_age on inbox_items (at);
call protect('inbox_items');
