-- Groups of contacts that may be the same person are kept, not looked for when somebody asks.

-- Returns what a contact could share with another record of the same person: a kind, the likelier the
-- lower, and a hash. The hash contains the kind, and but for names the tenant.
create function duplicate_keys_of(c contacts) returns table (kind int, key bigint)
  language sql immutable parallel safe
as $$
  select distinct k.kind, k.key from (values
    (1, c.identity_duplicate_key),
    (2, c.preferred_email_duplicate_key), (2, c.primary_email_duplicate_key),
    (3, c.preferred_phone_duplicate_key), (3, c.phone_duplicate_key),
    (4, hashtextextended(c.last_name_key, hashtextextended(c.first_name_key, 4)))) k (kind, key)
   where k.key is not null
$$;

-- The contacts of a tenant that share something. Those who share more than one thing have the same
-- group_key in each row, and are one group.
create table duplicate_groups (
  tenant_uuid uuid not null references tenants,
  kind int not null,
  key bigint not null,
  -- All of them that are live, in order.
  contact_uuids uuid[] not null,
  group_key uuid not null,
  primary key (tenant_uuid, kind, key)
);
create index duplicate_groups_by_group on duplicate_groups (tenant_uuid, group_key, kind);
create index duplicate_groups_by_key on duplicate_groups (tenant_uuid, key);
call protect('duplicate_groups');

-- Contacts whose keys changed since their groups were last worked out. There is no foreign key: each
-- writer of a tenant would lock its one row.
create table duplicate_changes (
  tenant_uuid uuid not null,
  change bigint generated always as identity,
  contact_uuid uuid not null,
  -- The keys that it had before.
  ended bigint[] not null,
  primary key (tenant_uuid, change)
);
call protect('duplicate_changes');

create function note_duplicate_change() returns trigger language plpgsql as $$
declare
  ended bigint[] := '{}';
begin
  if tg_op = 'UPDATE' then
    ended := array(select k.key from duplicate_keys_of(old) k);
  end if;
  insert into duplicate_changes (tenant_uuid, contact_uuid, ended)
  values (new.tenant_uuid, new.contact_uuid, ended);
  return null;
end
$$;
create trigger contacts_note_new_keys after insert on contacts
  for each row execute function note_duplicate_change();
create trigger contacts_note_changed_keys after update on contacts
  for each row when (
    (old.deleted_at is null) <> (new.deleted_at is null)
    or (old.first_name_key, old.last_name_key, old.identity_duplicate_key,
        old.preferred_email_duplicate_key, old.primary_email_duplicate_key,
        old.preferred_phone_duplicate_key, old.phone_duplicate_key)
       is distinct from
       (new.first_name_key, new.last_name_key, new.identity_duplicate_key,
        new.preferred_email_duplicate_key, new.primary_email_duplicate_key,
        new.preferred_phone_duplicate_key, new.phone_duplicate_key))
  execute function note_duplicate_change();

-- The contacts that are there already.
set local role atrium_platform;
insert into duplicate_groups (tenant_uuid, kind, key, contact_uuids, group_key)
select tenant_uuid, kind, key, contact_uuids, md5(contact_uuids::text)::uuid from (
  select c.tenant_uuid, k.kind, k.key, array_agg(c.contact_uuid order by c.contact_uuid) as contact_uuids
    from contacts c cross join lateral duplicate_keys_of(c) k
   where c.deleted_at is null
   group by c.tenant_uuid, k.kind, k.key having count(*) > 1) shared;
reset role;
