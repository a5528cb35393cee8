-- Companies, trusts and foundations that belong to households beside people.
create table organisations (
  tenant_uuid uuid not null references tenants,
  organisation_uuid uuid not null,
  name text not null,
  legal_name text,
  tax_id text,
  country text,
  is_active boolean not null default true,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  search_text text generated always as (fold(words(name, legal_name, tax_id))) stored,
  primary key (tenant_uuid, organisation_uuid)
);
create index organisations_by_name on organisations (tenant_uuid, fold(name), organisation_uuid) where deleted_at is null;
create trigger organisations_touch before update on organisations for each row execute function touch();
call protect('organisations');
