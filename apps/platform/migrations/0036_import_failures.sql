-- Why an import ended without being done: a code.
alter table contact_imports add column failure_reason text;

set local role atrium_platform;
update contact_imports set failure_reason = 'NOT_RECEIVED' where status = 'FAILED';
reset role;

-- Rows are created with the rights that the person has by then, not with those of the beginning.
alter table contact_imports drop column roles, drop column partner_uuid;
