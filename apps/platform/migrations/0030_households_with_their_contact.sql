-- A contact is read far more often than it joins or leaves a household: the row carries which
-- households it is in, and every change of memberships writes that anew.
alter table contacts add column household_uuids uuid[] not null default '{}';
-- That is no change of the contact: its time of change stays.
drop trigger contacts_touch on contacts;
set local role atrium_platform;
update contacts c set household_uuids = m.household_uuids
  from (select tenant_uuid, contact_uuid, array_agg(household_uuid order by household_uuid) as household_uuids
          from household_members where contact_uuid is not null and removed_at is null
         group by tenant_uuid, contact_uuid) m
 where c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid;
reset role;
create trigger contacts_touch before update on contacts
  for each row when (old.household_uuids is not distinct from new.household_uuids)
  execute function touch();

-- The contacts are locked by a statement of their own: the next one sees what those who held them
-- did. Verbs that change several memberships lock the contacts before, in the same order.
create function contacts_carry_households() returns trigger language plpgsql as $$
begin
  perform from contacts c
    where (c.tenant_uuid, c.contact_uuid) in (select m.tenant_uuid, m.contact_uuid from changed m)
    order by c.tenant_uuid, c.contact_uuid for no key update;
  update contacts c set household_uuids = now.household_uuids
    from (select m.tenant_uuid, m.contact_uuid, array(
                   select h.household_uuid from household_members h
                    where h.tenant_uuid = m.tenant_uuid and h.contact_uuid = m.contact_uuid
                      and h.removed_at is null order by h.household_uuid) as household_uuids
            from (select distinct tenant_uuid, contact_uuid from changed) m) now
   where c.tenant_uuid = now.tenant_uuid and c.contact_uuid = now.contact_uuid
     and c.household_uuids <> now.household_uuids;
  return null;
end
$$;
-- None for deleted rows: they go only with their tenant.
create trigger household_members_joined after insert on household_members
  referencing new table as changed for each statement execute function contacts_carry_households();
create trigger household_members_changed after update on household_members
  referencing new table as changed for each statement execute function contacts_carry_households();
