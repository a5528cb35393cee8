-- Addresses that a mail server refused for good. Nothing is mailed to them any more.
create table refused_addresses (
  tenant_uuid uuid not null references tenants,
  -- In lower case.
  address text not null,
  refused_at timestamptz not null default now(),
  primary key (tenant_uuid, address)
);
call protect('refused_addresses');
