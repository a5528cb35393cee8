-- What the restoring of deleted records and the handing over of meetings need to know.

-- Memberships end when their household, contact or organisation is deleted, and return when both
-- are there again. Who was primary then is primary again unless somebody else is.
alter table household_members
  add column ended_by_deletion boolean not null default false,
  add column was_primary boolean not null default false;
create index household_members_contacts_to_return on household_members (tenant_uuid, contact_uuid)
  where ended_by_deletion;
create index household_members_organisations_to_return
  on household_members (tenant_uuid, organisation_uuid) where ended_by_deletion;

-- Deleting used to clear is_active, too: it is not known of which records it was set, so all count
-- as active. The records stay as old as they are.
alter table households disable trigger households_set_updated_at;
alter table organisations disable trigger organisations_set_updated_at;
alter table household_members disable trigger household_members_set_updated_at;
set local role atrium_platform;
update households set is_active = true where deleted_at is not null;
update organisations set is_active = true where deleted_at is not null;
update household_members m set ended_by_deletion = true
 where m.removed_at is not null
   and (exists (select from households h
                 where h.tenant_uuid = m.tenant_uuid and h.household_uuid = m.household_uuid
                   and h.deleted_at = m.removed_at)
        or exists (select from contacts c
                    where c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
                      and c.deleted_at = m.removed_at)
        or exists (select from organisations o
                    where o.tenant_uuid = m.tenant_uuid and o.organisation_uuid = m.organisation_uuid
                      and o.deleted_at = m.removed_at));
reset role;
alter table households enable trigger households_set_updated_at;
alter table organisations enable trigger organisations_set_updated_at;
alter table household_members enable trigger household_members_set_updated_at;

-- A meeting that gets another host leaves the calendar of the former one: since when its event there
-- is none of the meeting any more, and when to remove it (again).
alter table calendar_links
  add column retired_at timestamptz,
  add column remove_at timestamptz,
  add column remove_attempts int not null default 0;
create index calendar_links_to_remove on calendar_links (tenant_uuid, connection_uuid, remove_at)
  where remove_at is not null;
