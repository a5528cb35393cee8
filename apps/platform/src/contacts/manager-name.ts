/** SQL that reads the name of who manages `contacts c`. */
export const readManagerName = `(
  select s.first_name || ' ' || s.paternal_last_name from staff_members s
   where s.tenant_uuid = c.tenant_uuid and s.staff_uuid = c.contact_manager_entity_uuid)`;
