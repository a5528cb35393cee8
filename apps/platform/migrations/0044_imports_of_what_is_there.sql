-- Imports keep the cells of a row and read them when they take it, count the rows whose contact was
-- there, and keep nothing of a dry run.

set local role atrium_platform;
delete from contact_imports where dry_run;
-- Rows that wait have their cells as well since these are kept; without any they cannot be taken.
update contact_import_rows
   set errors = '[{"field": "row", "code": "NOT_STORABLE", "message": "cannot be stored"}]'
 where errors is null and cells is null;
update contact_imports set columns = columns || '{"decimal": null, "onExisting": "SKIP"}';
reset role;

alter table contact_imports
  drop column dry_run,
  add column existing_rows int not null default 0;
alter table contact_import_rows drop column fields;
