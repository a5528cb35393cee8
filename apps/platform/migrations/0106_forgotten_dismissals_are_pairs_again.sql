-- A pair of which it is forgotten that it was dismissed is one again in the kept groups, whatever
-- changed: a middle name is no key of theirs.
create or replace function forget_duplicate_dismissals() returns trigger language plpgsql as $$
begin
  with forgotten as (
    delete from duplicate_dismissals
     where tenant_uuid = new.tenant_uuid and new.contact_uuid in (contact_uuid, other_uuid)
    returning contact_uuid, other_uuid)
  insert into duplicate_changes (tenant_uuid, contact_uuid, ended)
  select distinct new.tenant_uuid, u.uuid, '{}'::bigint[]
    from forgotten f cross join unnest(array[f.contact_uuid, f.other_uuid]) u (uuid);
  return null;
end
$$;

-- Whoever was dismissed is gone through once more, since nothing tells which of it was forgotten.
set local role atrium_platform;
insert into duplicate_changes (tenant_uuid, contact_uuid, ended)
select distinct e.tenant_uuid, u.uuid, '{}'::bigint[]
  from tenants t
  join events e on e.tenant_uuid = t.tenant_uuid and e.event_type = 'contact.duplicate_dismissed'
 cross join unnest(array[e.entity_id, (e.attributes ->> 'otherContactUuid')::uuid]) u (uuid)
 where u.uuid is not null;
reset role;

-- How much of an inbox is not read is counted over that alone.
create index inbox_items_unread on inbox_items (tenant_uuid, person_uuid, at, item_uuid)
  where read_at is null;
