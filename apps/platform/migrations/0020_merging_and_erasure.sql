-- Two records of one person become one, and a person is erased.

-- Constraints are checked over all tenants.
alter table contacts no force row level security;
alter table contacts
  -- The record that this one was merged into; when that is merged in turn, the last one.
  add column merged_into uuid,
  add column erased_at timestamptz,
  add constraint contacts_merged_into_known foreign key (tenant_uuid, merged_into) references contacts;
alter table contacts force row level security;
call analyse_small_sample('contacts');
create index contacts_merged on contacts (tenant_uuid, merged_into) where merged_into is not null;

-- That a person was erased, and why: nowhere else is the reason kept.
create table contact_erasures (
  tenant_uuid uuid not null references tenants,
  contact_uuid uuid not null,
  reason text not null,
  erased_by uuid,
  erased_at timestamptz not null default change_time(),
  removed jsonb not null,
  kept text[] not null,
  primary key (tenant_uuid, contact_uuid),
  foreign key (tenant_uuid, contact_uuid) references contacts
);
call protect('contact_erasures');

-- A login belongs to the record that stays: what hangs on the account follows its key.
do $$
declare
  fk record;
begin
  alter table accounts no force row level security;
  for fk in
    select conrelid::regclass as child, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and confrelid = 'accounts'::regclass
  loop
    execute format('alter table %s no force row level security', fk.child);
    execute format('alter table %s drop constraint %I, add constraint %I %s on update cascade',
                   fk.child, fk.conname, fk.conname, fk.definition);
    execute format('alter table %s force row level security', fk.child);
  end loop;
  alter table accounts force row level security;
end
$$;

-- What moves from one record to the other is as old as it was.
drop trigger notes_set_updated_at on notes;
create trigger notes_set_updated_at before update on notes for each row
  when (old.contact_uuid is not distinct from new.contact_uuid) execute function set_updated_at();
drop trigger tasks_set_updated_at on tasks;
create trigger tasks_set_updated_at before update on tasks for each row
  when (old.contact_uuid is not distinct from new.contact_uuid) execute function set_updated_at();
drop trigger contact_addresses_set_updated_at on contact_addresses;
create trigger contact_addresses_set_updated_at before update on contact_addresses for each row
  when (old.contact_uuid = new.contact_uuid) execute function set_updated_at();
