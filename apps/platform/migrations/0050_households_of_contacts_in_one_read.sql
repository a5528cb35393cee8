-- The households of the contacts of one statement are read in one pass: looked up contact by contact, a
-- statement of thousands of members took the square of that while the planner knew nothing of the table.

create or replace function set_household_uuids_of_contacts() returns trigger language plpgsql as $$
begin
  perform from contacts c
    where (c.tenant_uuid, c.contact_uuid) in (select m.tenant_uuid, m.contact_uuid from changed m)
    order by c.tenant_uuid, c.contact_uuid for no key update;
  with now as materialized (
    select m.tenant_uuid, m.contact_uuid,
           coalesce(array_agg(h.household_uuid order by h.household_uuid)
             filter (where h.household_uuid is not null), '{}') as household_uuids
      from (select distinct tenant_uuid, contact_uuid from changed where contact_uuid is not null) m
      left join household_members h
        on h.tenant_uuid = m.tenant_uuid and h.contact_uuid = m.contact_uuid and h.removed_at is null
     group by m.tenant_uuid, m.contact_uuid)
  update contacts c set household_uuids = now.household_uuids
    from now
   where c.tenant_uuid = now.tenant_uuid and c.contact_uuid = now.contact_uuid
     and c.household_uuids <> now.household_uuids;
  return null;
end
$$;
