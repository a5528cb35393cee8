-- Contacts that somebody said are two people. What they share does not make them a pair any more.
create table duplicate_dismissals (
  tenant_uuid uuid not null,
  contact_uuid uuid not null,
  other_uuid uuid not null,
  primary key (tenant_uuid, contact_uuid, other_uuid),
  foreign key (tenant_uuid, contact_uuid) references contacts on delete cascade,
  foreign key (tenant_uuid, other_uuid) references contacts on delete cascade,
  constraint duplicate_dismissals_in_order check (contact_uuid < other_uuid)
);
create index duplicate_dismissals_by_other on duplicate_dismissals (tenant_uuid, other_uuid);
call protect('duplicate_dismissals');

-- Those who share something make several groups where some of them are no pair.
alter table duplicate_groups drop constraint duplicate_groups_pkey;
alter table duplicate_groups add primary key (tenant_uuid, kind, key, group_key);

-- A type, a country and a birth date tell two people apart as well.
drop trigger contacts_note_changed_keys on contacts;
create trigger contacts_note_changed_keys after update on contacts
  for each row when (
    (old.deleted_at is null) <> (new.deleted_at is null)
    or (old.first_name_key, old.last_name_key, old.identity_duplicate_key,
        old.preferred_email_duplicate_key, old.primary_email_duplicate_key,
        old.preferred_phone_duplicate_key, old.phone_duplicate_key,
        old.identity_type, old.identity_country, old.date_of_birth)
       is distinct from
       (new.first_name_key, new.last_name_key, new.identity_duplicate_key,
        new.preferred_email_duplicate_key, new.primary_email_duplicate_key,
        new.preferred_phone_duplicate_key, new.phone_duplicate_key,
        new.identity_type, new.identity_country, new.date_of_birth))
  execute function note_duplicate_change();

-- What was said of a contact holds until its names, number, e-mail or phone are others.
create function forget_duplicate_dismissals() returns trigger language plpgsql as $$
begin
  delete from duplicate_dismissals
   where tenant_uuid = new.tenant_uuid and new.contact_uuid in (contact_uuid, other_uuid);
  return null;
end
$$;
create trigger contacts_forget_dismissals after update on contacts
  for each row when (
    (old.first_name_key, old.last_name_key, old.identity_duplicate_key,
     old.preferred_email_duplicate_key, old.primary_email_duplicate_key,
     old.preferred_phone_duplicate_key, old.phone_duplicate_key,
     old.identity_type, old.identity_country,
     fold(old.middle_name), fold(old.maternal_last_name), fold(old.display_name))
    is distinct from
    (new.first_name_key, new.last_name_key, new.identity_duplicate_key,
     new.preferred_email_duplicate_key, new.primary_email_duplicate_key,
     new.preferred_phone_duplicate_key, new.phone_duplicate_key,
     new.identity_type, new.identity_country,
     fold(new.middle_name), fold(new.maternal_last_name), fold(new.display_name)))
  execute function forget_duplicate_dismissals();

-- The groups that are there are worked out anew behind the start.
set local role atrium_platform;
insert into duplicate_changes (tenant_uuid, contact_uuid, ended)
select distinct g.tenant_uuid, m.contact_uuid, '{}'::bigint[]
  from duplicate_groups g cross join unnest(g.contact_uuids) m (contact_uuid);
reset role;
