-- Notes that staff write about a contact, a household or a meeting. Exactly one of the three is set.
create table notes (
  tenant_uuid uuid not null,
  note_uuid uuid not null,
  contact_uuid uuid,
  household_uuid uuid,
  meeting_uuid uuid,
  kind text not null,
  text text not null,
  occurred_at timestamptz,
  author_uuid uuid not null,
  author_name text not null,
  editor_uuid uuid,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  search_text text generated always as (fold(text)) stored,
  primary key (tenant_uuid, note_uuid),
  constraint notes_one_record check (num_nonnulls(contact_uuid, household_uuid, meeting_uuid) = 1),
  foreign key (tenant_uuid, contact_uuid) references contacts,
  foreign key (tenant_uuid, household_uuid) references households,
  foreign key (tenant_uuid, meeting_uuid) references meetings
);
create index notes_by_contact on notes (tenant_uuid, contact_uuid) where deleted_at is null;
create index notes_by_household on notes (tenant_uuid, household_uuid) where deleted_at is null;
create index notes_by_meeting on notes (tenant_uuid, meeting_uuid) where deleted_at is null;
create index notes_by_text on notes using gin (search_text gin_trgm_ops) with (fastupdate = off);
create trigger notes_set_updated_at before update on notes for each row execute function set_updated_at();
call protect('notes');

-- The texts that a note had before it was changed.
create table note_versions (
  tenant_uuid uuid not null,
  note_uuid uuid not null,
  version int not null,
  text text not null,
  kind text not null,
  occurred_at timestamptz,
  editor_uuid uuid not null,
  written_at timestamptz not null,
  primary key (tenant_uuid, note_uuid, version),
  foreign key (tenant_uuid, note_uuid) references notes on delete cascade
);
call protect('note_versions');
