-- The parts of each tenant's trail that lie in object storage: always the beginning of its chain, one
-- object after the other. What the tables `events` and `audit_chain` had of a part is gone from them.
create table audit_archives (
  tenant_uuid uuid not null,
  first_sequence bigint not null,
  last_sequence bigint not null,
  -- The hashes before the first event and of the last.
  previous_hash bytea not null,
  hash bytea not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_acted_at timestamptz,
  event_types text[] not null,
  -- How many events each month (UTC) has: an event that was chained late belongs to one before.
  event_counts jsonb not null,
  object_key text not null,
  sha256 bytea not null,
  -- The numbers, hashes and `sha256` as a JWS (RFC 7515) by the key of tokens.
  signed_head text not null,
  -- Set when analytics may have lost the events, after a restore.
  deliver_again boolean not null default false,
  archived_at timestamptz not null default now(),
  primary key (tenant_uuid, first_sequence),
  constraint audit_archives_in_order check (first_sequence between 1 and last_sequence)
);
create index audit_archives_deliver_again on audit_archives (tenant_uuid) where deliver_again;
call protect('audit_archives');

-- Which records and actors the events of a part name, and who made what is still asked for.
create table audit_archive_ids (
  tenant_uuid uuid not null,
  id uuid not null,
  first_sequence bigint not null,
  made_by uuid,
  primary key (tenant_uuid, id, first_sequence),
  constraint audit_archive_ids_part foreign key (tenant_uuid, first_sequence)
    references audit_archives
);
create index audit_archive_ids_of_part on audit_archive_ids (tenant_uuid, first_sequence);
call protect('audit_archive_ids');

-- What stays of an archived event beside it: set when the event goes.
alter table event_origins add column actor_id uuid;
alter table record_history add column sequence bigint, add column actor_type text, add column actor_id uuid;
create index record_history_archived on record_history (tenant_uuid, sequence) where sequence is not null;
