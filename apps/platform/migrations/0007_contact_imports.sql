-- Contacts that come as a file: the import, and its rows until each is taken or refused.
create table contact_imports (
  tenant_uuid uuid not null references tenants,
  import_uuid uuid not null,
  status text not null default 'RECEIVING',
  dry_run boolean not null,
  ignored_columns text[] not null,
  requested_by uuid not null,
  roles text[] not null,
  partner_uuid uuid,
  total_rows int not null default 0,
  accepted_rows int not null default 0,
  refused_rows int not null default 0,
  created_at timestamptz not null default change_time(),
  finished_at timestamptz,
  primary key (tenant_uuid, import_uuid)
);
call protect('contact_imports');

-- A row leaves once its contact exists; one that is refused stays with the reasons alone.
create table contact_import_rows (
  tenant_uuid uuid not null,
  import_uuid uuid not null,
  line int not null,
  fields jsonb,
  errors jsonb,
  primary key (tenant_uuid, import_uuid, line),
  foreign key (tenant_uuid, import_uuid) references contact_imports on delete cascade
);
create index contact_import_rows_waiting on contact_import_rows (tenant_uuid, import_uuid, line) where errors is null;
call protect('contact_import_rows');
