-- A contact says as staff of which kind of firm it is managed, and who brought it to the firm.

-- The rows of all tenants are put right; none of them counts as changed by it.
alter table contacts no force row level security;
alter table staff_members no force row level security;
alter table events no force row level security;
alter table contacts disable trigger user;

-- The partner that employed whoever captured the contact, as of then.
alter table contacts add column captured_by_partner_uuid uuid;

update contacts c
   set contact_manager_type = case when s.partner_uuid is null then 'TENANT' else 'PARTNER' end
  from staff_members s
 where s.tenant_uuid = c.tenant_uuid and s.staff_uuid = c.contact_manager_entity_uuid
   and c.contact_manager_type <> case when s.partner_uuid is null then 'TENANT' else 'PARTNER' end;

-- Whoever created a contact in person captured it, unless another was stated.
update contacts c set captured_by_entity_uuid = s.staff_uuid
  from events e join staff_members s on s.tenant_uuid = e.tenant_uuid and s.staff_uuid = e.actor_id
 where e.event_type = 'contact.created' and e.actor_type = 'TENANT_STAFF'
   and e.tenant_uuid = c.tenant_uuid and e.entity_id = c.contact_uuid
   and c.captured_by_entity_uuid is null and c.captured_by_type is null and c.erased_at is null;

update contacts c
   set captured_by_partner_uuid = s.partner_uuid,
       captured_by_type = coalesce(c.captured_by_type, case when s.partner_uuid is null then 'TENANT' else 'PARTNER' end)
  from staff_members s
 where s.tenant_uuid = c.tenant_uuid and s.staff_uuid = c.captured_by_entity_uuid
   and (s.partner_uuid is not null or c.captured_by_type is null);

alter table contacts enable trigger user;
alter table events force row level security;
alter table staff_members force row level security;
alter table contacts force row level security;
call analyse_small_sample('contacts');
