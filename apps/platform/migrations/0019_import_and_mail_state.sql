-- What a refused row of an import said, so that it can be mended without sending the file again.

alter table contact_imports
  -- How the file's columns are read: {"names": [], "fields": [], "defaults": {}}, and the lines on
  -- which its rows begin.
  add column columns jsonb not null default '{"names": [], "fields": [], "defaults": {}}',
  add column lines int4multirange not null default '{}';

-- The cells of the row as sent, until the row is taken or ninety days after the import.
alter table contact_import_rows add column cells text[];
create index contact_import_rows_with_cells on contact_import_rows (tenant_uuid, import_uuid) where cells is not null;
